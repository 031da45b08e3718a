import { displayKey, hashKey, isKeyForm, mintKey } from "@market-sentiment/server";
import { describe, expect, it } from "vitest";
import { sameHash } from "../../../packages/server/src/accounts/api-key.js";

describe("a key", () => {
  it("is the prefix and 32 lower-case hexadecimal digits, never the same twice", () => {
    const keys = Array.from({ length: 200 }, () => mintKey());
    for (const { secret, hash, lastFour } of keys) {
      expect(secret).toMatch(/^sk_live_[0-9a-f]{32}$/);
      expect(isKeyForm(secret)).toBe(true);
      expect([hash, lastFour]).toEqual([hashKey(secret), secret.slice(-4)]);
    }
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(200);
  });

  it("is hashed with SHA-256", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it.each(["", "sk_live_", `sk_live_${"a".repeat(31)}`, `sk_live_${"a".repeat(33)}`, `sk_live_${"A".repeat(32)}`])(
    "is refused in another form: %j",
    (text) => expect(isKeyForm(text)).toBe(false),
  );

  it.each([
    `sk_live_${"g".repeat(32)}`,
    `SK_LIVE_${"a".repeat(32)}`,
    ` sk_live_${"a".repeat(32)}`,
    `sk_live_${"a".repeat(32)}\n`,
  ])("is refused with other characters: %j", (text) => expect(isKeyForm(text)).toBe(false));

  it("is shown by its last four characters only", () => {
    expect(displayKey("ab12")).toBe("sk_live_…ab12");
  });

  it("equals only itself", () => {
    const [one, two] = [hashKey("one"), hashKey("two")];
    expect([sameHash(one, one), sameHash(one, two), sameHash(one, ""), sameHash(one, one.slice(2))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
