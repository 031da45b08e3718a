import { textRequestSchema } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { keys, toyOperation, toyServer } from "./toy-service.js";

const seen: unknown[] = [];
const operation = toyOperation({
  name: "analyze",
  method: "POST",
  access: "professional",
  check: ({ body }) => seen.push(body),
});
const app = toyServer([operation]);
const post = (payload: string | Buffer | undefined, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/toy/analyze",
    headers: { ...keys.professional, "content-type": "application/json", ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

describe("a body", () => {
  it.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])(
    "of type %s is read",
    async (type) => {
      seen.length = 0;
      expect((await post('{"text":"Zoë"}', { "content-type": type })).statusCode).toBe(200);
      expect(seen).toEqual([{ text: "Zoë" }]);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"])(
    "of type %s gives 415",
    async (type) => {
      const response = await post('{"text":"a"}', { "content-type": type });
      expect([response.statusCode, response.json()]).toEqual([
        415,
        { detail: "The content type must be application/json" },
      ]);
    },
  );

  it.each(["{", "{'a':1}", "nul", '{"a":1}x', Buffer.from([0x22, 0xff, 0x22])])(
    "that is not JSON gives 422 (%s)",
    async (text) => {
      const response = await post(text);
      expect([response.statusCode, response.json()]).toEqual([
        422,
        { detail: [{ loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid" }] },
      ]);
    },
  );

  it("that is missing reaches the operation as missing", async () => {
    seen.length = 0;
    expect((await post(undefined)).statusCode).toBe(200);
    const bare = await app.inject({ method: "POST", url: "/toy/analyze", headers: keys.professional });
    expect(bare.statusCode).toBe(200);
    expect(seen).toEqual([undefined, undefined]);
  });

  it("of more than 32 KiB gives 413, one of exactly 32 KiB is read", async () => {
    const textOf = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
    expect((await post(textOf(32_768))).statusCode).toBe(200);
    const response = await post(textOf(32_769));
    expect([response.statusCode, response.json()]).toEqual([413, { detail: "The request body is too large" }]);
  });

  it("with the longest text and target, all emoji and all escaped, is read and valid; one emoji more is refused", async () => {
    const escaped = (emoji: number) => "\\ud83d\\ude80".repeat(emoji);
    const read = async (text: number, target: number) => {
      seen.length = 0;
      const { statusCode } = await post(`{"text": "${escaped(text)}", "target": "${escaped(target)}"}`);
      expect(statusCode).toBe(200);
      return textRequestSchema.safeParse(seen[0]);
    };
    expect((await read(2048, 100)).data?.text).toBe("🚀".repeat(2048));
    expect((await read(2049, 100)).error?.issues).toMatchObject([{ code: "too_big", path: ["text"], maximum: 2048 }]);
    expect((await read(2048, 101)).error?.issues).toMatchObject([{ code: "too_big", path: ["target"], maximum: 100 }]);
  });

  it("cannot change an object's prototype", async () => {
    seen.length = 0;
    expect((await post('{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}')).statusCode).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
