import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { keys, NOW, toyOperation, toyServer } from "./toy-service.js";

const operations = [
  toyOperation(),
  toyOperation({ name: "analyze", method: "POST" }),
  toyOperation({ name: "health", access: "public" }),
];
const bad = { "x-api-key": `sk_live_${"0".repeat(32)}` };

describe("refused keys", () => {
  const limited = (parts: Parameters<typeof toyServer>[1] = {}) => {
    const app = toyServer(operations, { failedKeysPerMinute: 3, ...parts });
    const status = async (headers: Record<string, string>, remoteAddress = "192.0.2.1") =>
      (await app.inject({ url: "/toy/trending", headers, remoteAddress })).statusCode;
    return { app, status };
  };

  it("are answered 429 once an address has sent too many in a minute, malformed or unknown", async () => {
    let now = NOW;
    const { app, status } = limited({ now: () => now });
    expect([await status(bad), await status(keys.revoked), await status(bad), await status(bad)]).toEqual([
      401, 401, 401, 429,
    ]);
    const refused = await app.inject({ url: "/toy/trending", headers: bad, remoteAddress: "192.0.2.1" });
    expect([refused.headers["retry-after"], refused.json()]).toEqual([
      "60",
      { detail: "Too many refused API keys from this address. Try again later." },
    ]);
    expect(await status(bad, "192.0.2.2")).toBe(401);
    now = new Date(NOW.getTime() + 60_000);
    expect(await status(bad)).toBe(401);
  });

  it("do not include missing keys: a request without a key gets 401 every time", async () => {
    const { status } = limited();
    for (let count = 0; count < 10; count += 1) expect(await status({})).toBe(401);
    expect(await status(bad)).toBe(401);
  });

  it("never lock out a valid key from the same address", async () => {
    const { status } = limited();
    for (let count = 0; count < 10; count += 1) await status(bad);
    expect([await status(keys.free), await status(bad)]).toEqual([200, 429]);
  });

  it("are counted per IPv6 network, and behind a trusted proxy by the address that it names", async () => {
    const { status } = limited();
    for (let count = 0; count < 3; count += 1) await status(bad, `2001:db8:1:2::${count}`);
    expect([await status(bad, "2001:db8:1:2:ffff::1"), await status(bad, "2001:db8:1:3::1")]).toEqual([429, 401]);
    const from = (address: string) => ({ ...bad, "x-forwarded-for": address });
    const direct = limited();
    for (let count = 0; count < 3; count += 1) await direct.status(from(`198.51.100.${count}`));
    expect(await direct.status(from("198.51.100.9"))).toBe(429);
    const proxied = limited({ trustedProxies: ["192.0.2.0/24"] });
    for (let count = 0; count < 3; count += 1) await proxied.status(from("198.51.100.1"));
    expect([await proxied.status(from("198.51.100.1")), await proxied.status(from("198.51.100.2"))]).toEqual([
      429, 401,
    ]);
  });
});

describe("pages from other origins", () => {
  const preflight = { origin: "https://example.org", "access-control-request-method": "GET" };
  const allowed = (
    app: ReturnType<typeof toyServer>,
    headers: Record<string, string>,
    method: "GET" | "OPTIONS" = "GET",
  ) => app.inject({ url: "/toy/trending", method, headers: { ...keys.free, ...headers } });

  it("may call nothing unless the settings name them", async () => {
    const app = toyServer(operations);
    const response = await allowed(app, { origin: "https://example.org" });
    expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect((await allowed(app, preflight, "OPTIONS")).statusCode).toBe(405);
  });

  it("may call with a key when the settings name them, and no others", async () => {
    const app = toyServer(operations, { corsOrigins: ["https://example.org"] });
    const response = await allowed(app, { origin: "https://example.org" });
    expect(response.headers["access-control-allow-origin"]).toBe("https://example.org");
    expect(response.headers["access-control-expose-headers"]).toContain("X-RateLimit-Remaining-Monthly");
    const asked = await allowed(app, preflight, "OPTIONS");
    expect([asked.statusCode, asked.headers["access-control-allow-headers"]]).toEqual([
      204,
      "X-API-Key, Content-Type, If-None-Match, X-Request-ID",
    ]);
    const other = await allowed(app, { origin: "https://other.example" });
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
    expect((await app.inject({ url: "/toy/trending" })).statusCode).toBe(401);
  });

  it("are told apart by caches when the answer depends on them: Vary names the origin, and the key", async () => {
    const app = toyServer(operations, { corsOrigins: ["https://example.org", "https://example.com"] });
    const varyOf = async (url: string, headers: Record<string, string> = {}) => {
      const response = await app.inject({ url, headers });
      return [response.statusCode, response.headers.vary];
    };
    for (const origin of ["https://example.org", "https://example.com", "https://other.example"]) {
      const full = await app.inject({ url: "/toy/trending", headers: { ...keys.free, origin } });
      expect([full.statusCode, full.headers.vary]).toEqual([200, "Origin, X-API-Key"]);
      const held = { ...keys.free, origin, "if-none-match": String(full.headers.etag) };
      expect(await varyOf("/toy/trending", held)).toEqual([304, "Origin, X-API-Key"]);
      expect(await varyOf("/toy/trending?limit=0", { ...keys.free, origin })).toEqual([422, "Origin, X-API-Key"]);
      expect(await varyOf("/toy/trending", { ...bad, origin })).toEqual([401, "Origin"]);
      expect(await varyOf("/openapi.json", { origin })).toEqual([200, "Origin"]);
    }
    expect(await varyOf("/toy/trending", keys.free)).toEqual([200, "Origin, X-API-Key"]);
    const closed = toyServer(operations);
    expect((await closed.inject({ url: "/toy/trending", headers: keys.free })).headers.vary).toBe("X-API-Key");
  });
});

describe("input that is too large or of another kind", () => {
  it("is refused: bodies over 32 KiB, addresses over 8 KiB, anything but JSON", async () => {
    const app = toyServer(operations);
    const post = (payload: string, type = "application/json") =>
      app.inject({ url: "/toy/analyze", method: "POST", headers: { ...keys.free, "content-type": type }, payload });
    expect((await post(JSON.stringify("x".repeat(32_766)))).statusCode).toBe(200);
    expect((await post(JSON.stringify("x".repeat(32_767)))).statusCode).toBe(413);
    for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x"]) {
      expect((await post('"x"', type)).statusCode).toBe(415);
    }
    const get = (length: number) => app.inject({ url: `/toy/trending?${"x".repeat(length)}`, headers: keys.free });
    expect([(await get(8_192 - 14)).statusCode, (await get(8_192 - 13)).statusCode]).toEqual([200, 414]);
  });

  it("ends a connection whose head is too large with 431", async () => {
    const app = toyServer(operations);
    const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(address.port), "127.0.0.1");
      let text = "";
      socket.on("data", (piece) => (text += piece.toString()));
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    await app.close();
  });

  it("is limited in the time that a request may take to arrive", () => {
    const { server } = toyServer(operations);
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([10_000, 30_000, 120_000]);
  });
});

describe("an unforeseen error", () => {
  it("is answered in one sentence; the log has the cause under the request's id, without key or text", async () => {
    const lines: string[] = [];
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } } as const;
    const failing = toyOperation({
      name: "analyze",
      method: "POST",
      run: () => {
        throw new TypeError("x is undefined");
      },
    });
    const app = toyServer([failing], { log });
    const response = await app.inject({
      url: "/toy/analyze?limit=5",
      method: "POST",
      headers: { ...keys.free, "x-request-id": "my-id.1", "content-type": "application/json" },
      payload: '"a secret text"',
    });
    expect([response.statusCode, response.json(), response.headers["x-request-id"]]).toEqual([
      500,
      { detail: "Internal server error" },
      "my-id.1",
    ]);
    const errors = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ reqId: "my-id.1", err: { message: "x is undefined" } }]);
    expect(lines.join("")).not.toMatch(/secret text|sk_live_|limit=5/);
  });
});
