import { describe, expect, it } from "vitest";
import { keys, toyAccount, toyAccounts, toyOperation, toyServer } from "./toy-service.js";

const app = toyServer([
  toyOperation({ name: "stats" }),
  toyOperation({ name: "raw-mentions", access: "professional" }),
  toyOperation({ name: "health", access: "public" }),
]);
const get = (headers: Record<string, string>, url = "/toy/stats") => app.inject({ url, headers });

describe("the key", () => {
  it.each([
    ["missing", {}, "Missing API key: send it in the X-API-Key header"],
    ["empty", { "x-api-key": "" }, "Missing API key: send it in the X-API-Key header"],
    ["unknown", { "x-api-key": `sk_live_${"0".repeat(32)}` }, "Invalid API key"],
    ["of another form", { "x-api-key": "token" }, "Invalid API key"],
    ["valid but in upper case", { "x-api-key": keys.free["x-api-key"].toUpperCase() }, "Invalid API key"],
    ["valid with something after it", { "x-api-key": `${keys.free["x-api-key"]}0` }, "Invalid API key"],
    ["revoked", keys.revoked, "API key has been revoked"],
  ])("that is %s gives 401 with its own message", async (_, headers, detail) => {
    const response = await get(headers);
    expect([response.statusCode, response.json()]).toEqual([401, { detail }]);
    expect(response.headers).toMatchObject({ "www-authenticate": "ApiKey", "cache-control": "no-store" });
    expect(response.headers).not.toHaveProperty("x-account-type");
  });

  it("sent twice gives 401", async () => {
    const response = await app.inject({ url: "/toy/stats", headers: { "x-api-key": ["a", "b"] } as never });
    expect(response.statusCode).toBe(401);
  });

  it("that cannot be looked up is not called invalid: 503, try again", async () => {
    const findByHash = () => {
      throw new Error("SQLITE_BUSY");
    };
    const response = await toyServer([toyOperation()], { accounts: { findByHash } }).inject({
      url: "/toy/trending",
      headers: keys.free,
    });
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
  });

  it("is not needed for health, where an invalid one is ignored", async () => {
    expect((await get({}, "/toy/health")).statusCode).toBe(200);
    expect((await get({ "x-api-key": "nonsense" }, "/toy/health")).statusCode).toBe(200);
  });

  it("decides the account headers of every answer, refusals included", async () => {
    for (const url of ["/toy/stats", "/toy/stats?limit=x", "/toy/raw-mentions"]) {
      const { headers } = await get(keys.hobby, url);
      expect(headers).toMatchObject({ "x-account-type": "hobby", "x-account-name": "Toy hobby", vary: "X-API-Key" });
    }
  });

  it("puts any account name into a header intact, and it can never add another header", async () => {
    const name = "Zoë & 株 100%\r\nX-Evil: 1";
    const accounts = {
      findByHash: async (hash: string) => {
        const holder = await toyAccounts.findByHash(hash);
        return holder && { ...holder, account: { ...toyAccount("free"), name } };
      },
    };
    const response = await toyServer([toyOperation()], { accounts }).inject({
      url: "/toy/trending",
      headers: keys.free,
    });
    const header = String(response.headers["x-account-name"]);
    expect(header).toBe("Zo%C3%AB & %E6%A0%AA 100%25%0D%0AX-Evil: 1");
    expect(decodeURIComponent(header)).toBe(name);
    expect(response.headers).not.toHaveProperty("x-evil");
  });
});

describe("a professional route", () => {
  it.each(["free", "hobby"] as const)("refuses a %s account with 403", async (plan) => {
    const response = await get(keys[plan], "/toy/raw-mentions");
    expect([response.statusCode, response.json()]).toEqual([
      403,
      {
        detail: {
          error: "Professional account required",
          message: "This route needs a Professional account. Upgrade at /docs",
          account_type: plan,
        },
      },
    ]);
  });

  it("serves a professional account", async () => {
    expect((await get(keys.professional, "/toy/raw-mentions")).statusCode).toBe(200);
  });

  it("names the configured upgrade address", async () => {
    const own = toyServer([toyOperation({ access: "professional" })], { upgradeAddress: "https://example.org/plans" });
    const response = await own.inject({ url: "/toy/trending", headers: keys.free });
    expect(response.json<{ detail: { message: string } }>().detail.message).toContain("https://example.org/plans");
  });
});

describe("the request id", () => {
  it("is the caller's own when it is safe", async () => {
    expect((await get({ ...keys.free, "x-request-id": "trace-1.2_3:4" })).headers["x-request-id"]).toBe(
      "trace-1.2_3:4",
    );
  });

  it.each(["", "two words", "x".repeat(129), "a;b"])("is a new one instead of %j", async (sent) => {
    const id = String((await get({ ...keys.free, "x-request-id": sent })).headers["x-request-id"]);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it.each(["/", "/health", "/nowhere", "/toy/stats", "/toy/stats/", "/toy/%zz"])(
    "is on the answer to %s",
    async (url) => {
      const { headers } = await app.inject({ url });
      expect(headers["x-request-id"]).toEqual(expect.any(String));
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers).not.toHaveProperty("x-powered-by");
    },
  );
});
