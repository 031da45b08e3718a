import { describe, expect, it } from "vitest";
import { companiesOf, readLabelledTexts, styles, Tally } from "../../../bench/labelled-texts.mjs";
import { AssetDirectory } from "../../../packages/core/src/subjects/directory.js";
import { utcDay } from "../../../packages/core/src/time/utc-day.js";
import { shippedAssets, builtInTokens, linkerOver } from "./support.js";

const kinds = Object.keys(styles);
const texts = kinds.flatMap((kind) => readLabelledTexts(kind));

const graph = { stocks: new AssetDirectory(shippedAssets), tokens: new AssetDirectory(builtInTokens) };
const linkers = { stocks: linkerOver(shippedAssets), tokens: linkerOver(builtInTokens) };
/** Least share of all labels that links find, by kind of text. */
const leastRecall: Readonly<Record<string, number>> = { news: 0.88, posts: 0.85, comments: 0.8, messages: 0.85 };

describe("linking, measured by the labelled texts", () => {
  it.each(kinds)("is right in at least 97 of 100 links and misses few companies: %s", (kind) => {
    const compare = { stocks: companiesOf(graph.stocks), tokens: companiesOf(graph.tokens) };
    const tally = new Tally();
    for (const { among, text, keys, day } of texts.filter((one) => one.kind === kind)) {
      const links = linkers[among].link(text, {
        style: styles[kind] ?? "news",
        day: day === null ? null : utcDay(day),
      });
      tally.add(
        compare[among](
          links.map(({ key }) => key),
          keys,
        ),
      );
    }
    expect(tally.precision).toBeGreaterThanOrEqual(0.97);
    expect(tally.recall).toBeGreaterThanOrEqual(leastRecall[kind] ?? 1);
  });
});

describe("the labelled texts by which linking is measured", () => {
  it("are at least 1,500 different ones of four kinds, each with its own share, half of them held out", () => {
    expect(kinds).toEqual(["news", "posts", "comments", "messages"]);
    expect(texts.length).toBeGreaterThanOrEqual(1500);
    for (const kind of kinds) expect(texts.filter((one) => one.kind === kind).length).toBeGreaterThanOrEqual(300);
    const written = texts.map(({ among, kind, text }) => `${among} ${kind} ${text}`);
    expect(written.filter((text, at) => written.indexOf(text) !== at)).toEqual([]);
    const heldOut = texts.filter(({ half }) => half === "held_out").length / texts.length;
    expect(heldOut).toBeGreaterThan(0.45);
    expect(heldOut).toBeLessThan(0.55);
  });

  it("name no company at all in at least a third", () => {
    expect(texts.filter(({ keys }) => keys.length === 0).length).toBeGreaterThanOrEqual(texts.length / 3);
  });

  it("have labels that are keys, each once", () => {
    const labels = texts.flatMap(({ keys }) => keys);
    expect(labels.filter((key) => !/^[A-Z0-9]{1,10}(-[A-Z])?(\.[A-Z]{1,2})?$/.test(key))).toEqual([]);
    expect(texts.filter(({ keys }) => new Set(keys).size !== keys.length)).toEqual([]);
  });
});
