import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import S3rver from "s3rver";
import { afterAll } from "vitest";
import { temporaryDirectory } from "./temporary-directory.js";

/** An S3 service over a folder. */
export interface S3Backend {
  /** Answers a request. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** File that holds the bytes of an object. */
  pathOf(bucket: string, key: string): string;
  /** File that holds the mark of its content, where that is a file of its own; it must go when the content is changed from outside. */
  markPathOf(bucket: string, key: string): string | null;
}

/** Keys that both services know. */
export const keyOfTests = "S3RVER";

/**
 * s3rver, and the one thing that it lacks: writes that happen only over a known content, which it would do without looking.
 *
 * @param conditional False for a service that does them without looking.
 */
export async function s3rverBackend(bucket: string, conditional: boolean): Promise<S3Backend> {
  const directory = await temporaryDirectory();
  const served = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  await served.configureBuckets();
  const answer = served.callback();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    pathOf: (of, key) => join(directory, of, `${key}._S3rver_object`),
    markPathOf: (of, key) => join(directory, of, `${key}._S3rver_object.md5`),
    serve: (request, response) => {
      const { "if-match": over, "if-none-match": none } = request.headers;
      if (!conditional || request.method !== "PUT" || (over === undefined && none === undefined)) {
        answer(request, response);
        return;
      }
      // One conditional write after another, each looking at what the one before has left.
      writing = writing.then(async () => {
        const key = decodeURIComponent(new URL(request.url ?? "", "http://s3").pathname);
        const content = await readFile(join(directory, `${key}._S3rver_object`)).catch(() => null);
        const etag = content === null ? undefined : `"${createHash("md5").update(content).digest("hex")}"`;
        const holds = none === "*" ? content === null : etag === over;
        if (!holds) {
          request.resume();
          response.writeHead(412, { "content-type": "application/xml" });
          response.end("<Error><Code>PreconditionFailed</Code><Message>It has changed.</Message></Error>");
          return;
        }
        const closed = new Promise((resolve) => response.once("close", resolve));
        answer(request, response);
        await closed;
      });
    },
  };
}

/** versitygw in a process of its own, which has conditional writes itself. */
export async function versityBackend(program: string, bucket: string): Promise<S3Backend> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, bucket));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = ["--access", keyOfTests, "--secret", keyOfTests, "--port", address, "--quiet", "posix", directory];
  const gateway = spawn(program, args, { stdio: "ignore" });
  afterAll(() => void gateway.kill("SIGKILL"));
  for (let attempt = 0; attempt < 100 && !(await isThere(address)); attempt += 1) await sleep(100);
  return {
    pathOf: (of, key) => join(directory, of, key),
    markPathOf: () => null,
    serve: (request, response) => {
      const { method, url, headers } = request;
      // The signature covers the name of the host that was asked.
      const passed = send({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.once("error", () => response.destroy());
      request.pipe(passed);
    },
  };
}

async function isThere(address: string): Promise<boolean> {
  return fetch(`http://${address}/`).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
