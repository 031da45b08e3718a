import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type * as S3 from "@aws-sdk/client-s3";
import { MarketDataError } from "../../errors.js";
import { formatObjectAddress, type ObjectAddress } from "./object-address.js";
import type { ObjectStore, StoredObject, WriteCondition } from "./object-store.js";

/** How an S3 service is reached. Keys come from where the AWS client looks for them: environment, profile, machine role. */
export interface S3Settings {
  /** Address of a service other than AWS, such as `http://127.0.0.1:9000`; buckets are then part of the path. */
  readonly endpoint?: string | undefined;
  /** Region; what the AWS client finds, else `us-east-1`, when left out. */
  readonly region?: string | undefined;
  /** Longest wait for the next bytes, in milliseconds. Default half a minute. */
  readonly silentMs?: number | undefined;
}

/** Longest wait for a connection, and for the next bytes, in milliseconds. */
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;
/** Attempts of a request, by the client's own back-off. */
const ATTEMPTS = 4;
/** Pause before a file is sent a second time, in milliseconds, which doubles from then on. */
const PAUSE_MS = 50;
/** Most keys that one request may delete. */
const KEYS_AT_ONCE = 1_000;

/**
 * Objects below an address of S3, or of a service that speaks it. It must support conditional writes (`If-Match`,
 * `If-None-Match`), as AWS, MinIO, R2 and versitygw do.
 *
 * @throws MarketDataError `engine_unavailable` when the client is not installed. Operations throw it when the service cannot
 * be reached or refuses; no message has a key in it.
 */
export async function openS3(address: ObjectAddress, settings: S3Settings = {}): Promise<ObjectStore> {
  const client = await import("@aws-sdk/client-s3").catch((cause: unknown) => {
    const message = "The client for object storage is not installed. Install it with: npm install @aws-sdk/client-s3";
    throw new MarketDataError("engine_unavailable", message, {}, { cause });
  });
  const { endpoint, region } = settings;
  const s3 = new client.S3Client({
    maxAttempts: ATTEMPTS,
    // What goes wrong is thrown, not printed.
    logger: silent,
    // Other services do not know the newer checksums; every file is checked against its SHA-256 anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Not `requestTimeout`: that only prints a warning, and the request goes on waiting.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: settings.silentMs ?? SILENT_MS },
    region: region ?? (async () => (await new client.S3Client({}).config.region().catch(() => "")) || "us-east-1"),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  return new S3ObjectStore(client, s3, address);
}

const nothing = () => undefined;
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

class S3ObjectStore implements ObjectStore {
  readonly name: string;
  readonly #client: typeof S3;
  readonly #s3: S3.S3Client;
  readonly #bucket: string;
  readonly #start: string;

  constructor(client: typeof S3, s3: S3.S3Client, address: ObjectAddress) {
    this.name = formatObjectAddress(address);
    this.#client = client;
    this.#s3 = s3;
    this.#bucket = address.bucket;
    this.#start = address.prefix === "" ? "" : `${address.prefix}/`;
  }

  async get(key: string, known?: string): Promise<StoredObject | "unchanged" | null> {
    const condition = known === undefined ? {} : { IfNoneMatch: known };
    return this.#asked({ 304: "unchanged", 404: null }, async () => {
      const { Body, ETag = "" } = await this.#s3.send(
        new this.#client.GetObjectCommand({ ...this.#at(key), ...condition }),
      );
      return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag: ETag };
    });
  }

  async read(key: string): Promise<AsyncIterable<Uint8Array> | null> {
    return this.#asked({ 404: null }, async () => {
      const { Body } = await this.#s3.send(new this.#client.GetObjectCommand(this.#at(key)));
      return Body as unknown as AsyncIterable<Uint8Array>;
    });
  }

  async put(key: string, bytes: Uint8Array, condition?: WriteCondition): Promise<string | null> {
    const only = condition === "nothing-there" ? { IfNoneMatch: "*" } : condition && { IfMatch: condition.over };
    // 409: another write of the same object is under way. 404: what was to be overwritten is gone.
    const refused = condition === undefined ? {} : { 404: null, 409: null, 412: null };
    return this.#asked(refused, async () => {
      const put = new this.#client.PutObjectCommand({ ...this.#at(key), Body: bytes, ...only });
      return (await this.#s3.send(put)).ETag ?? "";
    });
  }

  async upload(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    // The client cannot send a stream twice, so each attempt has its own.
    for (let attempt = 1; ; attempt += 1) {
      const put = { ...this.#at(key), Body: createReadStream(path), ContentLength: size };
      try {
        await this.#asked({}, () => this.#s3.send(new this.#client.PutObjectCommand(put)));
        return;
      } catch (cause) {
        if (attempt === ATTEMPTS) throw cause;
        await sleep(PAUSE_MS * 2 ** attempt);
      }
    }
  }

  async *list(start: string): AsyncGenerator<string> {
    let next: string | undefined;
    do {
      const page = { Bucket: this.#bucket, Prefix: this.#start + start, ContinuationToken: next };
      const listed = await this.#asked({}, () => this.#s3.send(new this.#client.ListObjectsV2Command(page)));
      for (const { Key = "" } of listed.Contents ?? []) yield Key.slice(this.#start.length);
      next = listed.IsTruncated === true ? listed.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const objects = keys.slice(from, from + KEYS_AT_ONCE).map((key) => ({ Key: this.#start + key }));
      const removal = { Bucket: this.#bucket, Delete: { Objects: objects, Quiet: true } };
      await this.#asked({}, () => this.#s3.send(new this.#client.DeleteObjectsCommand(removal)));
    }
  }

  close(): void {
    this.#s3.destroy();
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: this.#start + key };
  }

  /** Runs a request. Some statuses are answers; everything else becomes an error that says what to do. */
  async #asked<Result, Expected = never>(
    expected: Readonly<Record<number, Expected>>,
    request: () => Promise<Result>,
  ): Promise<Result | Expected> {
    try {
      return await request();
    } catch (cause) {
      const { name, status } = faultOf(cause);
      // A missing bucket, unknown keys and another server than one of S3 may be 404, too, and are no answer about an object.
      const isAnswer = status !== 404 || name === "NoSuchKey" || name === "NotFound";
      if (status !== undefined && status in expected && isAnswer) return expected[status] as Expected;
      throw new MarketDataError("engine_unavailable", `${this.name} ${reasonOf(name, status)}.`, {}, { cause });
    }
  }
}

function faultOf(cause: unknown): { readonly name: string; readonly status: number | undefined } {
  const fault = cause as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } } | null;
  const { name = "", code, $metadata } = fault ?? {};
  // Faults of a connection have a code of the system, and no name of their own.
  return { name: /^(?:Aggregate)?Error$/.test(name) ? (code ?? "") : name, status: $metadata?.httpStatusCode };
}

function reasonOf(name: string, status: number | undefined): string {
  if (name === "NoSuchBucket") return "cannot be used: there is no such bucket";
  if (name === "CredentialsProviderError")
    return "cannot be used: no keys were found (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)";
  if (status === 403 || /^(?:InvalidAccessKeyId|XAdminUserNotFound)$/.test(name)) return "refuses these keys";
  if (status === 301 || name === "PermanentRedirect") return "is in another region: set SENTIMENT_S3_REGION";
  if (status === 501 || name === "NotImplemented") return "cannot be used: the service has no conditional writes";
  return status === undefined ? `cannot be reached${name === "" ? "" : ` (${name})`}` : `answers ${status} (${name})`;
}
