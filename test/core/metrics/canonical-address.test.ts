import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalAddress } from "../../../packages/core/src/metrics/canonical-address.js";

describe("canonical address", () => {
  it.each([
    ["https://www.News.Example/a/b/", "https://news.example/a/b"],
    ["http://news.example/a/b#part", "https://news.example/a/b"],
    ["https://news.example./a/b//", "https://news.example/a/b"],
    ["https://news.example:443/a", "https://news.example/a"],
    ["http://news.example:8080/a", "https://news.example:8080/a"],
    ["https://user:secret@news.example/a", "https://news.example/a"],
    ["https://news.example/a?utm_source=x&UTM_Medium=y&guccounter=1&tsrc=fin&soc_src=mail", "https://news.example/a"],
    ["https://news.example/a?guce_referrer=z&fbclid=1&gclid=2&id=7", "https://news.example/a?id=7"],
    ["https://news.example/a?b=2&a=1", "https://news.example/a?a=1&b=2"],
    ["https://news.example", "https://news.example"],
    ["  https://news.example/  ", "https://news.example"],
    ["https://www.com/a", "https://www.com/a"],
  ])("%s", (url, expected) => {
    expect(canonicalAddress(url)).toBe(expected);
  });

  it.each(["", "news.example/a", "/a/b", "mailto:a@news.example", "ftp://news.example/a", "javascript:1", "https://"])(
    "is null for %j",
    (url) => {
      expect(canonicalAddress(url)).toBeNull();
    },
  );

  it("changes nothing more the second time", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = canonicalAddress(url);
        expect(once).not.toBeNull();
        expect(canonicalAddress(once ?? "")).toBe(once);
      }),
      { numRuns: 3000, seed: 2 },
    );
  });

  it("of 200,000 slashes is null", () => {
    expect(canonicalAddress(`https://news.example/${"/".repeat(200_000)}x`)).toBeNull();
  });
});
