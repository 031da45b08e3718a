import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandKeys, signatureOf } from "../../../packages/core/src/metrics/min-hash.js";
import { copyRanks, type CopyCandidate } from "../../../packages/core/src/metrics/near-duplicates.js";
import { jaccard, jaccardFrom, normalisedText, shinglesOf } from "../../../packages/core/src/metrics/shingles.js";
import { textPrint } from "../../../packages/core/src/metrics/text-print.js";
import { seededRandom } from "../../../bench/seeded-random.mjs";

const noon = Date.UTC(2026, 2, 2, 12);
const item = (id: string, text: string, traits: Partial<CopyCandidate> = {}): CopyCandidate => ({
  id,
  timeMs: noon,
  text,
  address: null,
  ...traits,
});
const ranks = (items: readonly CopyCandidate[]) => Object.fromEntries(copyRanks(items));
const story = "Chipmaker lifts its outlook for the year as data-centre orders jump and margins widen again";

describe("copies", () => {
  it("are ranked by time, then id", () => {
    expect(ranks([item("c", story, { timeMs: noon + 1 }), item("b", story), item("a", story)])).toEqual({
      a: 0,
      b: 1,
      c: 2,
    });
  });

  it("are found through case, punctuation, links, invisible characters and a small change", () => {
    const variants = [
      story,
      `${story.toUpperCase()}!!! https://t.example/x1`,
      story.replace("lifts", "li\u200bfts"),
      story.replace("jump", "jumped"),
      story.normalize("NFD"),
    ];
    expect(ranks(variants.map((text, index) => item(`${index}`, text)))).toEqual({ 0: 0, 1: 1, 2: 2, 3: 3, 4: 4 });
  });

  it("are not found among different texts, nor among texts that are empty after normalising", () => {
    const other = "Regulator opens a formal inquiry into the lender after a surprise loss in its bond book";
    expect(
      ranks([item("a", story), item("b", other), item("c", ""), item("d", "…"), item("e", "https://x.example")]),
    ).toEqual({ a: 0, b: 0, c: 0, d: 0, e: 0 });
  });

  it("are found by address, whatever the text", () => {
    const link = (id: string, text: string, address: string) => item(id, text, { address });
    expect(
      ranks([
        link("a", story, "https://www.news.example/chip?utm_source=x"),
        link("b", "Look at this one, friends", "http://news.example/chip/"),
        link("c", "Look at this one, friends!", "https://other.example/page"),
        link("d", "Something else entirely", "https://other.example/page#top"),
        link("e", "No address at all here", "not an address"),
      ]),
    ).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 0 });
  });

  it("are counted within one UTC day", () => {
    const midnight = Date.UTC(2026, 2, 3);
    expect(ranks([item("a", story, { timeMs: midnight - 1 }), item("b", story, { timeMs: midnight })])).toEqual({
      a: 0,
      b: 0,
    });
  });
});

const words = ["chip", "bank", "orders", "jump", "loss", "again", "the", "for", "year", "bond", "moon", "call"];
const anyText = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((list) => list.join(" "));
const anyItems = fc
  .array(
    fc.record({ text: anyText, second: fc.integer({ min: 0, max: 5 }), page: fc.option(fc.constantFrom("a", "b")) }),
    {
      maxLength: 25,
    },
  )
  .map((list) =>
    list.map(({ text, second, page }, index) =>
      item(`${index}`, text, {
        timeMs: noon + 1000 * second,
        address: page === null ? null : `https://news.example/${page}`,
      }),
    ),
  );

describe("properties", () => {
  it("the order of the items does not matter", () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const reordered = [...items].reverse();
        expect(copyRanks(reordered)).toEqual(copyRanks(items));
      }),
      { numRuns: 1000, seed: 3 },
    );
  });

  it("a later item never changes an earlier rank", () => {
    fc.assert(
      fc.property(anyItems, anyText, (items, text) => {
        const later = copyRanks([...items, item("later", text, { timeMs: noon + 60_000 })]);
        later.delete("later");
        expect(later).toEqual(copyRanks(items));
      }),
      { numRuns: 1000, seed: 3 },
    );
  });

  it("the first item is an original, and equal texts get rising ranks", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, count) => {
        const equal = Array.from({ length: count }, (_, index) => item(String(index).padStart(2, "0"), text));
        expect([...copyRanks(equal).values()]).toEqual(equal.map((_, index) => index));
      }),
    );
  });
});

describe("MinHash", () => {
  it("finds texts of at least 80 % similarity and estimates similarity", () => {
    const random = seededRandom(12);
    const word = () => words[Math.floor(random.uniform() * words.length)] ?? "";
    let alike = 0;
    let met = 0;
    let error = 0;
    const pairs = 1500;
    for (let pair = 0; pair < pairs; pair += 1) {
      const text = Array.from({ length: 40 }, () => `${word()}${Math.floor(random.uniform() * 50)}`);
      const changes = Math.floor(random.uniform() * 4);
      const changed = [...text];
      for (let change = 0; change < changes; change += 1) changed[Math.floor(random.uniform() * 40)] = "zebra";
      const [a, b] = [shinglesOf(text.join(" ")), shinglesOf(changed.join(" "))];
      const [first, second] = [signatureOf(a), signatureOf(b)];
      const similarity = jaccard(a, b);
      error += Math.abs(first.filter((value, place) => value === second[place]).length / first.length - similarity);
      if (similarity < 0.8) continue;
      alike += 1;
      const keys = bandKeys(second);
      if (bandKeys(first).some((key, band) => key === keys[band])) met += 1;
    }
    expect(alike).toBeGreaterThan(500);
    expect(met / alike).toBeGreaterThan(0.995);
    expect(error / pairs).toBeLessThan(0.04);
  });

  it("compares sets exactly", () => {
    expect(jaccard(Uint32Array.of(1, 2, 3), Uint32Array.of(2, 3, 4))).toBe(0.5);
    expect(jaccard(new Uint32Array(0), new Uint32Array(0))).toBe(0);
    expect(normalisedText("  $TSLA\u200b → ＭＯＯＮ 🚀!! https://x.example/a?b ")).toBe("tsla moon 🚀");
    expect(shinglesOf("tsla").length).toBe(1);
  });
});

describe("the print (hash) of a text", () => {
  it("never changes: it equals that of stored rows", () => {
    const stored = {
      ab: "sb3+sxi+IeclDEz8xACcurbF3mGnvZqxZWWaI6BZbWCkM3eLqKDYI6SXbwJsdEYsNrbbJaJ+ul6aHx2yPEi1QZH5o6W9D5TBXmVW66mINapTPR8WQGXLFQ==",
      "Größe zählt: 株価 up 5 %! https://t.example/x":
        "pEyr/K2ib2ab3IMr2rHzlHq2vEtQRukm8ntdrUSVu/vq7nwrOYmANPis6U2cbWFuo+x1giPktQSgHHt3qEkmEfa3ReuxEf1SnrIJhLFEREJIk7nz+KyriA==",
      "$AAPL to the moon!!! https://t.example/1 http://x":
        "cWq1fyhR2dHolh5naP/piJL6VlQrrt12dIMj509zj7nqD3HsEKe8eICsnVYHmMq3BtiqgzXmJBvRTynIlM/pGKxXCXsXko+fFtcz6IkgnJI0tsiqOQiYmQ==",
      "…": "",
    };
    for (const [text, print] of Object.entries(stored))
      expect(Buffer.from(textPrint(text)).toString("base64"), text).toBe(print);
  });

  it("is the same for a plain text on the fast path and on the general one", () => {
    const words = fc.constantFrom(
      "Buy",
      "$TSLA",
      "http://a.b/c?d",
      "https://x",
      "5%",
      "#*_-\t\n",
      "it's",
      "HTTP://Q",
      "://",
    );
    const plain = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(plain, (text) => {
        // An invisible character belongs to no word and makes the text take the slow path.
        expect(normalisedText(text)).toBe(normalisedText(`${text} \u200b`));
      }),
    );
  });
});

describe("similarity with a lower bound", () => {
  it("is exact at or above the bound, and below the bound otherwise", () => {
    const set = fc
      .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })
      .map((all) => Uint32Array.from(all).sort());
    fc.assert(
      fc.property(set, set, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, least) => {
        const exact = jaccard(a, b);
        const bounded = jaccardFrom(least, a, b);
        if (exact >= least) expect(bounded).toBe(exact);
        else expect(bounded).toBeLessThan(least);
      }),
    );
  });
});

describe("10,000 items", () => {
  const ranksOf = (texts: readonly string[]) =>
    copyRanks(texts.map((text, index) => item(String(index).padStart(5, "0"), text)));
  const random = seededRandom(4);
  const long = () => Array.from({ length: 30 }, () => `w${Math.floor(random.uniform() * 5000)}`).join(" ");

  it("with one text count up", () => {
    expect(ranksOf(Array.from({ length: 10_000 }, () => story)).get("09999")).toBe(9999);
  });

  it("get a rank each when all texts resemble one another a little", () => {
    const template = long();
    expect(ranksOf(Array.from({ length: 10_000 }, () => `${template} ${long().slice(0, 90)}`)).size).toBe(10_000);
  });

  it("with different texts are all originals", () => {
    expect(Math.max(...ranksOf(Array.from({ length: 10_000 }, long)).values())).toBe(0);
  });
});
