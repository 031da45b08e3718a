import { describe, expect, it } from "vitest";
import { keys, lettersInPath, toyOperation, toyServer } from "./toy-service.js";

describe("the log", () => {
  it("holds ids, routes and causes, but never a key, a query or a text", async () => {
    const lines: string[] = [];
    const operations = [
      toyOperation({ name: "detail", path: "/toy/stock/{ticker}", parameters: { ticker: lettersInPath } }),
      toyOperation({
        name: "analyze",
        method: "POST",
        run: () => {
          throw new Error("Broken.", { cause: new Error("The disk is full.") });
        },
      }),
    ];
    const app = toyServer(operations, { log: { level: "trace", stream: { write: (line) => void lines.push(line) } } });
    const headers = { ...keys.free, "x-request-id": "trace-7" };
    await app.inject({ url: "/toy/stock/AAPL?q=private-words", headers });
    await app.inject({ url: "/nowhere?q=private-words", headers });
    await app.inject({ method: "POST", url: "/toy/analyze", headers, payload: { text: "private-words" } });
    await app.inject({ method: "POST", url: "/toy/analyze?limit=private-words", headers, payload: { text: "x" } });
    const log = lines.join("");
    expect(log).toContain("trace-7");
    expect(log).toContain("/toy/stock/:ticker");
    expect(log).toContain("The disk is full.");
    expect(log).not.toContain("private-words");
    expect(log).not.toContain(keys.free["x-api-key"]);
    expect(log).not.toContain("sk_live_");
  });
});
