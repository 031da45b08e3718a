import { describe, expect, it } from "vitest";
import { readLabelledTexts, styles } from "../../../bench/labelled-texts.mjs";

const kinds = Object.keys(styles);
const texts = kinds.flatMap((kind) => readLabelledTexts(kind));

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
