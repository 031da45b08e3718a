import { createHash } from "node:crypto";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll } from "vitest";
import { temporaryDirectory } from "./temporary-directory.js";

const BUCKET = "market";
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
process.env.AWS_ACCESS_KEY_ID = "S3RVER";
process.env.AWS_SECRET_ACCESS_KEY = "S3RVER";

/** What becomes of a request: nothing special, no answer at all, a lost answer to work that was done, or half an answer. */
export type Fate = "served" | "refused" | "done without an answer" | "cut off";

/**
 * A real S3 server over a folder (s3rver), with the one thing that it lacks: writes that happen only over a known content, which
 * it would do without looking.
 */
export class TestObjectStorage {
  readonly endpoint: string;
  readonly #directory: string;
  /** Method and path of every request. */
  readonly requests: string[] = [];
  /** Decides about each request; by default all are served. */
  fate: (request: string, index: number) => Fate = () => "served";

  private constructor(endpoint: string, directory: string) {
    this.endpoint = endpoint;
    this.#directory = directory;
  }

  /** @param conditional False for a service that does conditional writes without looking, as s3rver by itself. */
  static async start(conditional = true): Promise<TestObjectStorage> {
    const directory = await temporaryDirectory();
    const served = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
    await served.configureBuckets();
    const serve = served.callback();
    let storage: TestObjectStorage | null = null;
    let writing: Promise<unknown> = Promise.resolve();
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      const made = storage?.ask(request) ?? "served";
      if (made === "refused") {
        request.socket.destroy();
        return;
      }
      if (made === "done without an answer") response.end = () => (request.socket.destroy(), response);
      if (made === "cut off") cutOff(response);
      const { "if-match": over, "if-none-match": none } = request.headers;
      if (!conditional || request.method !== "PUT" || (over === undefined && none === undefined)) {
        serve(request, response);
        return;
      }
      // One conditional write after another, each looking at what the one before has left.
      writing = writing.then(async () => {
        const path = join(
          directory,
          `${decodeURIComponent(new URL(request.url ?? "", "http://s3").pathname)}._S3rver_object`,
        );
        const content = await readFile(path).catch(() => null);
        const etag = content === null ? undefined : `"${createHash("md5").update(content).digest("hex")}"`;
        const holds = none === "*" ? content === null : etag === over;
        if (!holds) {
          request.resume();
          response.writeHead(412, { "content-type": "application/xml" });
          response.end("<Error><Code>PreconditionFailed</Code><Message>It has changed.</Message></Error>");
          return;
        }
        const closed = new Promise((resolve) => response.once("close", resolve));
        serve(request, response);
        await closed;
      });
    };
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    storage = new TestObjectStorage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, directory);
    return storage;
  }

  /** Counts a request and decides about it. */
  ask({ method, url }: IncomingMessage): Fate {
    const request = `${method ?? ""} ${url ?? ""}`;
    this.requests.push(request);
    return this.fate(request, this.requests.length - 1);
  }

  /** An address in the bucket of these tests. */
  address(prefix: string): string {
    return `s3://${BUCKET}/${prefix}`;
  }

  /** Replaces the bytes of an object behind the server's back. */
  async spoil(key: string, change: (bytes: Buffer) => Buffer): Promise<void> {
    const path = this.#pathOf(key);
    await writeFile(path, change(await readFile(path)));
    await rm(`${path}.md5`, { force: true });
  }

  /** Puts the content of a file back under a key, behind the server's back. */
  async restore(key: string, path: string): Promise<void> {
    await cp(path, this.#pathOf(key));
    await rm(`${this.#pathOf(key)}.md5`, { force: true });
  }

  /** Deletes all objects below a prefix behind the server's back. */
  async empty(prefix: string): Promise<void> {
    await rm(join(this.#directory, BUCKET, prefix), { recursive: true });
  }

  /** Deletes an object behind the server's back. */
  async lose(key: string): Promise<void> {
    await rm(this.#pathOf(key));
  }

  #pathOf(key: string): string {
    return join(this.#directory, BUCKET, `${key}._S3rver_object`);
  }
}

/** Ends the connection in the middle of the body. */
function cutOff(response: ServerResponse): void {
  const write = response.write.bind(response);
  response.write = ((chunk: Buffer) => {
    write(chunk.subarray(0, Math.floor(chunk.length / 2)));
    setImmediate(() => response.socket?.destroy());
    return true;
  }) as typeof response.write;
}
