import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** What the stub was asked. */
export interface StubRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

type Answer = (request: StubRequest, response: ServerResponse, attempt: number) => void;

/** A language-model endpoint on a local port that gives scripted answers and records requests. */
export async function modelStub(answer: Answer): Promise<{ readonly url: string; readonly asked: StubRequest[] }> {
  const asked: StubRequest[] = [];
  const server = createServer((message, response) => {
    void read(message).then((body) => {
      const { model, messages } = JSON.parse(body) as Pick<StubRequest, "model" | "messages">;
      const request = { path: message.url ?? "", authorization: message.headers.authorization, model, messages };
      asked.push(request);
      answer(request, response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`, asked };
}

/** Answers with a text, in the endpoint's form. */
export function say(response: ServerResponse, content: string): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content } }] }));
}

async function read(message: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of message) body += String(piece);
  return body;
}
