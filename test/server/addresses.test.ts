import { STATUS_CODES } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { keys, lettersInPath, limitParameter, toyOperation, toyServer } from "./toy-service.js";

const seen: unknown[] = [];
const asset = toyOperation({
  name: "detail",
  path: "/toy/stock/{ticker}",
  parameters: { ticker: lettersInPath, limit: limitParameter },
  check: ({ parameters }) => seen.push(parameters),
});
const app = toyServer([
  asset,
  toyOperation({ name: "raw-mentions", path: "/toy/stock/{ticker}/mentions", parameters: { ticker: lettersInPath } }),
  toyOperation({ name: "analyze", path: "/toy/analyze", method: "POST" }),
]);
const ask = (url: string, method: "GET" | "HEAD" | "POST" | "DELETE" | "OPTIONS" | "PUT" = "GET") =>
  app.inject({ url, method, headers: keys.free });
const itemsOf = async (url: string) => {
  const response = await ask(url);
  expect(response.statusCode).toBe(422);
  return response.json<{ detail: { loc: unknown[]; type: string }[] }>().detail.map(({ loc, type }) => [...loc, type]);
};

describe("an address", () => {
  it.each(["/nowhere", "/toy", "/toy/stock", "/TOY/stock/AAPL", "/toy/stock/AAPL/more", "/toy/stock/AAPL/mentions/x"])(
    "%s that does not exist gives 404 without a key",
    async (url) => {
      const response = await app.inject({ url });
      expect([response.statusCode, response.json()]).toEqual([404, { detail: "Not Found" }]);
    },
  );

  it.each(["/toy/stock/AAPL/", "/toy/stock/", "/toy/stock//mentions", "//", "/health/", "/toy//stock/AAPL"])(
    "%s with an empty segment gives 404",
    async (url) => {
      const response = await ask(url);
      expect([response.statusCode, response.json()]).toEqual([404, { detail: "Not Found" }]);
    },
  );

  it.each([
    ["/toy/stock/AAPL", "POST", "GET, HEAD"],
    ["/toy/stock/AAPL?limit=1", "DELETE", "GET, HEAD"],
    ["/toy/analyze", "GET", "POST"],
    ["/toy/analyze", "HEAD", "POST"],
    ["/toy/analyze", "OPTIONS", "POST"],
    ["/health", "PUT", "GET, HEAD"],
  ] as const)("%s asked with %s gives 405 and lists the allowed methods", async (url, method, allow) => {
    const response = await ask(url, method);
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    if (method !== "HEAD") expect(response.json()).toEqual({ detail: "Method Not Allowed" });
  });

  it("longer than 8 KiB gives 414, whatever the route", async () => {
    for (const url of [
      `/toy/stock/AAPL?q=${"x".repeat(8_192)}`,
      `/${"x".repeat(8_200)}`,
      `/toy/stock/${"A".repeat(8_200)}`,
    ]) {
      const response = await ask(url);
      expect([response.statusCode, response.json()]).toEqual([
        414,
        { detail: "The address is longer than 8192 bytes" },
      ]);
    }
  });

  it("up to 8 KiB reaches the operation", async () => {
    expect(await itemsOf(`/toy/stock/${"A".repeat(8_000)}`)).toEqual([["path", "ticker", "string_pattern_mismatch"]]);
    expect(await itemsOf(`/toy/stock/${"%41".repeat(2_600)}`)).toEqual([["path", "ticker", "string_pattern_mismatch"]]);
  });
});

describe("a path parameter", () => {
  it("arrives decoded", async () => {
    seen.length = 0;
    expect((await ask("/toy/stock/%24AAPL")).statusCode).toBe(200);
    expect(seen).toEqual([{ ticker: "$AAPL", limit: 20 }]);
  });

  it.each(["%zz", "%", "AAPL%2", "%ff", "%E2%82", "A%2FB", "%2e%2e%2f", "%00", "A%25", "%2524A"])(
    "%s that is malformed is refused by its grammar, never with a stack trace",
    async (text) => {
      expect(await itemsOf(`/toy/stock/${text}`)).toEqual([["path", "ticker", "string_pattern_mismatch"]]);
    },
  );

  it("cannot be replaced or repeated by the query", async () => {
    seen.length = 0;
    expect((await ask("/toy/stock/AAPL?ticker=MSFT&ticker=TSLA")).statusCode).toBe(200);
    expect(seen).toEqual([{ ticker: "AAPL", limit: 20 }]);
  });
});

describe("a query parameter", () => {
  it("is refused when it is repeated, even with the same value", async () => {
    expect(await itemsOf("/toy/stock/AAPL?limit=5&limit=5")).toEqual([["query", "limit", "repeated_parameter"]]);
    expect(await itemsOf("/toy/stock/AAPL?limit=5&lim%69t=6")).toEqual([["query", "limit", "repeated_parameter"]]);
  });

  it("is refused when it is sent without a value", async () => {
    for (const query of ["limit", "limit="]) {
      expect(await itemsOf(`/toy/stock/AAPL?${query}`)).toEqual([["query", "limit", "int_parsing"]]);
    }
  });

  it("is refused when its encoding is broken, known parameter or not", async () => {
    expect(await itemsOf("/toy/stock/AAPL?limit=%&other=%ff")).toEqual([
      ["query", "limit", "percent_encoding"],
      ["query", "other", "percent_encoding"],
    ]);
    expect(await itemsOf("/toy/stock/AAPL?%zz=1")).toEqual([["query", "%zz", "percent_encoding"]]);
  });

  it("that is unknown is ignored, whatever its name", async () => {
    seen.length = 0;
    const query = "?__proto__=1&constructor=2&hasOwnProperty=3&x=1&x=2&&=&limit=7";
    expect((await ask(`/toy/stock/AAPL${query}`)).statusCode).toBe(200);
    expect(seen).toEqual([{ ticker: "AAPL", limit: 7 }]);
  });
});

describe("HEAD", () => {
  it("answers like GET without a body", async () => {
    const [get, head] = [await ask("/toy/stock/AAPL"), await ask("/toy/stock/AAPL", "HEAD")];
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const lasting = (headers: Record<string, unknown>) =>
      Object.entries(headers).filter(([name]) => name !== "date" && name !== "x-request-id");
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
    expect(head.headers["content-length"]).toBe(String(get.body.length));
  });

  it("is refused like GET", async () => {
    expect((await app.inject({ url: "/toy/stock/AAPL", method: "HEAD" })).statusCode).toBe(401);
    expect((await ask("/toy/stock/123", "HEAD")).statusCode).toBe(422);
  });
});

/** The server's answer to bytes that no client library would send. */
async function answerTo(sent: string, operations: Parameters<typeof toyServer>[0] = []) {
  const server = toyServer(operations);
  const address = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(address.port), "127.0.0.1", () => socket.write(sent));
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => resolve(text)).on("error", reject);
  });
  await server.close();
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head: head.toLowerCase(), body: JSON.parse(body) as unknown };
}

describe("an unknown method", () => {
  it.each(["QUERY", "TRACE", "FROBNICATE"])(
    "%s gives 405 with the allowed methods when the address exists",
    async (method) => {
      const sent = `${method} /toy/trending?days=7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const { head, body } = await answerTo(sent, [toyOperation()]);
      expect(head).toMatch(/^http\/1.1 405 /);
      expect(head.split("\r\n")).toContain("allow: get, head");
      expect(body).toEqual({ detail: "Method Not Allowed" });
    },
  );
});

describe("input that is not HTTP", () => {
  it.each([
    ["an unreadable request line", "NONSENSE\r\n\r\n", 400],
    ["a header with a control character", "GET / HTTP/1.1\r\nHost: x\r\nX-Bad: a\u0001b\r\n\r\n", 400],
    ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431],
  ])("is answered in the service's form: %s", async (_, sent, status) => {
    const { head, body } = await answerTo(sent);
    expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(head).toContain("x-request-id: ");
    expect(body).toEqual({ detail: STATUS_CODES[status] });
  });
});
