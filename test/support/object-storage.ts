import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { afterAll } from "vitest";
import { keyOfTests, type S3Backend, s3rverBackend, versityBackend } from "./s3-backends.js";

const BUCKET = "market";
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
process.env.AWS_ACCESS_KEY_ID = keyOfTests;
process.env.AWS_SECRET_ACCESS_KEY = keyOfTests;

/** What becomes of a request: nothing special, no answer at all, a lost answer to work that was done, or half an answer. */
export type Fate = "served" | "refused" | "done without an answer" | "cut off";

/** A real S3 server over a folder: s3rver, or the versitygw that `VERSITYGW` names (`npm run test:objects` builds one). */
export class TestObjectStorage {
  readonly endpoint: string;
  readonly #backend: S3Backend;
  /** Method and path of every request. */
  readonly requests: string[] = [];
  /** Decides about each request; by default all are served. */
  fate: (request: string, index: number) => Fate = () => "served";

  private constructor(endpoint: string, backend: S3Backend) {
    this.endpoint = endpoint;
    this.#backend = backend;
  }

  /** @param conditional False for a service that does conditional writes without looking, as s3rver by itself. */
  static async start(conditional = true): Promise<TestObjectStorage> {
    const program = process.env.VERSITYGW;
    const backend =
      program === undefined || !conditional
        ? await s3rverBackend(BUCKET, conditional)
        : await versityBackend(program, BUCKET);
    let storage: TestObjectStorage | null = null;
    const server = createServer((request, response) => {
      const made = storage?.ask(request) ?? "served";
      if (made === "refused") {
        request.socket.destroy();
        return;
      }
      if (made === "done without an answer") response.end = () => (request.socket.destroy(), response);
      if (made === "cut off") cutOff(response);
      backend.serve(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    storage = new TestObjectStorage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, backend);
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
    await this.#forgetMark(key);
  }

  /** Puts the content of a file back under a key, behind the server's back. */
  async restore(key: string, path: string): Promise<void> {
    await cp(path, this.#pathOf(key));
    await this.#forgetMark(key);
  }

  /** Deletes all objects below a prefix behind the server's back. */
  async empty(prefix: string): Promise<void> {
    await rm(dirname(this.#backend.pathOf(BUCKET, `${prefix}/any`)), { recursive: true });
  }

  /** Deletes an object behind the server's back. */
  async lose(key: string): Promise<void> {
    await rm(this.#pathOf(key));
  }

  #pathOf(key: string): string {
    return this.#backend.pathOf(BUCKET, key);
  }

  async #forgetMark(key: string): Promise<void> {
    const path = this.#backend.markPathOf(BUCKET, key);
    if (path !== null) await rm(path, { force: true });
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
