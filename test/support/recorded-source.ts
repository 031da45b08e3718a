import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request as it came in. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly atMs: number;
}

/** One step of a script: answers a request in any way, even a broken one. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** A scripted source on a loopback server. */
export interface RecordedSource {
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: SeenRequest[];
  /** What comes next, each once; after the last of them, `always`. */
  script(...replies: readonly Reply[]): void;
  always(reply: Reply): void;
  /** Answers requests for `robots.txt`, which do not count as requests; 404 until it is called. */
  robots(reply: Reply): void;
  /** How often `robots.txt` was asked for. */
  robotsRequests(): number;
}

/** Starts a server that plays a source; it is closed when the tests of the file have run. */
export async function recordedSource(): Promise<RecordedSource> {
  const requests: SeenRequest[] = [];
  let next: Reply[] = [];
  let fallback: Reply = (_request, response) => response.writeHead(404).end();
  let rules: Reply = status(404);
  let asked = 0;
  const listener: RequestListener = (request, response) => {
    if (request.url === "/robots.txt") {
      asked += 1;
      return rules(request, response);
    }
    requests.push({ path: request.url ?? "", headers: request.headers, atMs: Date.now() });
    (next.shift() ?? fallback)(request, response);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...replies) => (next = [...replies]),
    always: (reply) => (fallback = reply),
    robots: (reply) => (rules = reply),
    robotsRequests: () => asked,
  };
}

/** Answers 200 with a body. */
export function body(content: string | Buffer, headers: Readonly<Record<string, string>> = {}): Reply {
  return (_request, response) => response.writeHead(200, headers).end(content);
}

/** Answers a status without a body. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return (_request, response) => response.writeHead(code, headers).end();
}

/** Answers with JSON. */
export function json(content: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return body(JSON.stringify(content), { "content-type": "application/json", ...headers });
}
