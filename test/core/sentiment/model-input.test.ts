import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  buildModelInputs,
  type ModelInput,
  pooledLogits,
  type PreparedText,
} from "../../../packages/core/src/sentiment/model-input.js";
import { normaliseText } from "../../../packages/core/src/sentiment/normalise-text.js";
import { prepareText } from "../../../packages/core/src/sentiment/prepare-text.js";
import { manifest, shippedTokenizer } from "./support.js";

/** Written by models/train/fixtures.py: what the training code makes of each raw text. */
type Case =
  | { raw: string; text: "" }
  | {
      raw: string;
      text: string;
      plain: number[];
      name: string;
      mentions: [number, number][];
      others: [number, number][];
      ids: number[];
      second: number;
    };

const cases = JSON.parse(
  readFileSync(new URL("./fixtures/model-inputs.json", import.meta.url), "utf8"),
) as readonly Case[];
const tokenize = shippedTokenizer();
const form = manifest.input;
const { tokens } = form;
const inputs = (prepared: PreparedText, maxWindows: number) => buildModelInputs(prepared, tokenize, form, maxWindows);
const build = (prepared: PreparedText) => inputs(prepared, 1)[0] as ModelInput;
const spansOf = (mentions: readonly [number, number][]) => mentions.map(([start, end]) => ({ start, end }));

describe("parity with the training code", () => {
  it("has several hundred fuzzed texts to compare", () => {
    expect(cases.length).toBeGreaterThan(400);
  });

  it("normalises every text to the same characters", () => {
    for (const { raw, text } of cases) expect(normaliseText(raw).text, JSON.stringify(raw)).toBe(text);
  });

  it("gives the same token ids for every plain text", () => {
    for (const one of cases) {
      if (!("plain" in one)) continue;
      const input = build({ text: one.text, name: null, mentions: [], others: [] });
      expect(input.ids, JSON.stringify(one.raw)).toEqual(one.plain);
      expect(new Set(input.types)).toEqual(new Set([0]));
    }
  });

  it("gives the same token ids and segments for every text with a target, found or not", () => {
    for (const one of cases) {
      if (!("plain" in one)) continue;
      const input = build({
        text: one.text,
        name: one.name,
        mentions: spansOf(one.mentions),
        others: spansOf(one.others),
      });
      expect(input.ids, JSON.stringify(one.raw)).toEqual(one.ids);
      expect(input.types).toEqual(one.ids.map((_, at) => (at < one.ids.length - one.second ? 0 : 1)));
    }
  });
});

describe("special tokens", () => {
  it("written in a text are plain words and never become special ids", () => {
    for (const literal of ["[SEP]", "[CLS]", "[MASK]", "[PAD]", "[UNK]", "[unused0]", "[unused1]", "[unused2]"]) {
      const { ids } = build({ text: `Tesla ${literal} rises ${literal}`, name: null, mentions: [], others: [] });
      const special = new Set<number>(Object.values(tokens));
      expect(ids.slice(1, -1).filter((id) => special.has(id) || id === 103)).toEqual([]);
    }
  });

  it("written in a target name are plain words too", () => {
    const { ids } = build(prepareText({ text: "Ford rises", target: { name: "[SEP] Tesla [unused0]" } }, 0));
    expect(ids.filter((id) => id === tokens.sep)).toHaveLength(2);
    expect(ids).not.toContain(tokens.markStart);
  });
});

describe("truncation", () => {
  const filler = "Steady orders in most regions while costs moved little. ";

  it("keeps a late target in view for a text of 2,048 characters", () => {
    for (const at of [0, 300, 900, 1500, 2030]) {
      const before = filler.repeat(40).slice(0, at);
      const text = `${before} Nokia rose. ${filler.repeat(40)}`.slice(0, 2048);
      const { ids } = build(prepareText({ text, target: { name: "Nokia" } }, 0));
      expect(ids.length).toBeLessThanOrEqual(form.maxTokens);
      expect(ids.indexOf(tokens.markEnd), `at ${at}`).toBeGreaterThan(ids.indexOf(tokens.markStart));
      expect(ids.indexOf(tokens.markStart)).toBeGreaterThan(0);
    }
  });

  it("fills the whole input, begins with [CLS] and ends with [SEP]", () => {
    const { ids, types } = build(prepareText({ text: filler.repeat(36) + "Nokia", target: { name: "Nokia" } }, 0));
    expect(ids).toHaveLength(form.maxTokens);
    expect(types).toHaveLength(form.maxTokens);
    expect([ids[0], ids.at(-1)]).toEqual([tokens.cls, tokens.sep]);
  });

  it("accepts very long texts", () => {
    const { ids } = build(prepareText({ text: filler.repeat(4000), target: { name: "Nokia" } }, 0));
    expect(ids).toHaveLength(form.maxTokens);
  });
});

describe("windows of a long text", () => {
  const words = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `w${(from + at).toString(36)}`).join(" ");
  const long = (text: string) => prepareText({ text, target: { name: "Nokia" } }, 0);

  it("are one for a text that fits, whatever may be read: its input does not change", () => {
    for (const { raw } of cases) {
      const prepared = prepareText({ text: raw === "" ? "x" : `x ${raw}`, target: { name: "Nokia" } }, 0);
      const [first, ...further] = inputs(prepared, 4);
      expect(first).toEqual(build(prepared));
      if ((first?.ids.length ?? 0) < form.maxTokens) expect(further).toEqual([]);
    }
  });

  it("keep the first one as it is, and begin each further one with the title", () => {
    const prepared = long(`Nokia, a case ${words(400)}`);
    const windows = inputs(prepared, 4);
    expect(windows.length).toBeGreaterThan(1);
    expect(windows[0]).toEqual(build(prepared));
    const title = windows[0]?.ids.slice(0, 1 + form.titleTokens);
    for (const { ids } of windows) expect(ids.slice(0, 1 + form.titleTokens)).toEqual(title);
  });

  it("hold the end of the text in the last one, and never more tokens than the model takes", () => {
    const prepared = long(`Nokia is a case ${words(900)} zebra`);
    const windows = inputs(prepared, 4);
    expect(windows).toHaveLength(4);
    const zebra = tokenize("zebra");
    const ends = windows.map(({ ids }) => ids.join(" ").includes(zebra.join(" ")));
    expect(ends).toEqual([false, false, false, true]);
    for (const { ids, types } of windows) {
      expect(ids.length).toBeLessThanOrEqual(form.maxTokens);
      expect(types).toHaveLength(ids.length);
      expect([ids[0], ids.at(-1)]).toEqual([tokens.cls, tokens.sep]);
    }
  });

  it("leave nothing out of a text that they can cover", () => {
    const prepared = long(`Nokia ${words(100)}`);
    const read = new Set(inputs(prepared, 4).flatMap(({ ids }) => ids));
    expect(tokenize(prepared.text).filter((id) => !read.has(id))).toEqual([]);
  });

  it("stand around further mentions in a text that is longer than all of them", () => {
    const prepared = long(`Nokia ${words(900)} Nokia rose ${words(900, 2000)}`);
    const named = inputs(prepared, 3).map(({ ids }) => ids.filter((id) => id === tokens.markStart).length);
    expect(named).toEqual([1, 2, 1]);
  });

  it("are at most as many as asked for", () => {
    for (const most of [1, 2, 3, 4]) expect(inputs(long(`Nokia ${words(3000)}`), most)).toHaveLength(most);
  });
});

describe("pooledLogits", () => {
  it("is the mean, in which the last of several windows counts more", () => {
    expect(pooledLogits([[1, 2, 3]], 2)).toEqual([1, 2, 3]);
    expect(
      pooledLogits(
        [
          [0, 0, 3],
          [0, 0, 3],
          [4, 0, 1],
        ],
        2,
      ),
    ).toEqual([2, 0, 2]);
  });
});
