import { AssetDirectory, NewsSourceDirectory, openDataset, parseAssets } from "@market-sentiment/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { inOrder } from "../../packages/cli/src/input/in-order.js";
import { linesOf } from "../../packages/cli/src/input/lines.js";
import { fakeEffects, pieces, sentiment, wordModel } from "./support.js";
import { run } from "../../packages/cli/src/run.js";

const opened: string[] = [];

/** A dataset without data; only the model answers. */
const backends: Partial<Backends> = {
  openDataset: ({ textModel }) => {
    opened.push(textModel);
    return Promise.resolve(
      openDataset({
        store: { view: () => Promise.reject(new Error("no data")), close: () => Promise.resolve() },
        stocks: new AssetDirectory(parseAssets("ticker,name,type\nTSLA,Tesla,Stock\n", "built_in").assets),
        tokens: new AssetDirectory([]),
        sources: new NewsSourceDirectory([]),
        textModel: wordModel,
      }),
    );
  },
};

const answerLines = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { sentiment_label?: string; error?: { code: string }; line?: number });

describe("analyze TEXT", () => {
  it("shows the direction without deprecated values", async () => {
    const { exitCode, stdout } = await sentiment(["analyze", "Tesla beats estimates"], { backends });
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "text                       Tesla beats estimates
      sentiment                  +0.750
      sentiment label            positive
      components engine version  5.5
      components model           +0.750
      "
    `);
    expect(opened.at(-1)).toBe("open");
  });

  it("prints with --json the body of the service", async () => {
    const { stdout } = await sentiment(["analyze", "Tesla cuts prices", "--target", "Tesla", "--json"], { backends });
    expect(stdout).toMatch(/^\{"text":"Tesla cuts prices","sentiment_score":-0\.6,.*\}\n$/);
  });

  it("warns on stderr of a target that is not in the text, and says so in the answer", async () => {
    const absent = await sentiment(["analyze", "Ford beats", "--target", "Tesla"], { backends });
    expect(absent.stderr).toMatch(/^warning: 'Tesla' is not in the text: .*neutral.*\n$/);
    expect(absent.stdout).toMatch(/^target found +no$/m);
    const json = await sentiment(["analyze", "Ford beats", "--target", "Tesla", "--json"], { backends });
    expect(JSON.parse(json.stdout)).toMatchObject({ target_found: false });
    const found = await sentiment(["analyze", "Tesla beats", "--target", "Tesla"], { backends });
    expect(found.stderr).toBe("");
    expect(found.stdout).toMatch(/^target found +yes$/m);
  });

  it.each([
    ["", "text: String should have at least 1 character"],
    ["x".repeat(2049), "text: String should have at most 2048 characters"],
  ])("ends with the exit code for wrong use when the service refuses the text", async (text, message) => {
    const outcome = await sentiment(["analyze", text], { backends });
    expect(outcome).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `sentiment: one parameter is not valid\n  ${message}\n`,
    });
  });
});

describe("analyze --input", () => {
  it("answers line by line in the order of the input, however long each takes", async () => {
    const texts = Array.from({ length: 100 }, (_, at) => `${at % 7 === 0 ? "slow " : ""}number ${at} ünïcode`);
    const stdin = texts.map((text) => `${JSON.stringify({ text })}\n`).join("");
    const { exitCode, stdout, stderr } = await sentiment(["analyze", "--input", "-"], { backends, stdin });
    expect(exitCode).toBe(0);
    expect(answerLines(stdout).map((answer) => (answer as { text: string }).text)).toEqual(texts);
    expect(stderr).toBe("100 lines: 100 answered, none failed\n");
  });

  it("gives a bad line an error in its place, goes on, and ends with 1", async () => {
    const lines = [
      '{"text":"a beats b"}',
      "{not json",
      "",
      '{"target":"Tesla"}',
      '["text"]',
      '{"text":""}',
      '{"text":"last cuts"}',
    ];
    const files = { "/desk/in.jsonl": lines.join("\r\n") };
    const { exitCode, stdout, stderr } = await sentiment(["analyze", "--input", "in.jsonl"], { backends, files });
    expect(exitCode).toBe(1);
    expect(
      answerLines(stdout).map(({ sentiment_label, error, line }) => sentiment_label ?? [line, error?.code]),
    ).toEqual([
      "positive",
      [2, "invalid_line"],
      [3, "invalid_line"],
      [4, "invalid_parameters"],
      [5, "invalid_parameters"],
      [6, "invalid_parameters"],
      "negative",
    ]);
    expect(answerLines(stdout)[3]).toEqual({
      target: "Tesla",
      error: {
        code: "invalid_parameters",
        message: "Field required",
        issues: [{ loc: ["body", "text"], msg: "Field required", type: "missing" }],
      },
      line: 4,
    });
    expect(stderr).toBe("7 lines: 2 answered, 5 failed\n");
  });

  it("repeats each line's id and target, numeric ids digit for digit, and counts targets not found in their text", async () => {
    const lines = [
      '{"text":"Tesla beats","target":"Tesla","id":"a"}',
      '{"id":1900000000000000001,"text":"Ford beats","target":"Tesla"}',
      '{"more":[{"id":1}],"id" : 12345678901234567890e-1, "text":"beats, \\"id\\": 7"}',
      '{"id":"bad"}',
      '{"id":{"of":"mine"},"text":"cuts"}',
    ];
    const { stdout, stderr } = await sentiment(["analyze", "--input", "-"], { backends, stdin: lines.join("\n") });
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^\{"id":"a","target":"Tesla","text":"Tesla beats",.*"target_found":true\}$/),
      expect.stringMatching(
        /^\{"id":1900000000000000001,"target":"Tesla","text":"Ford beats",.*"target_found":false\}$/,
      ),
      expect.stringMatching(/^\{"id":12345678901234567890e-1,"text":"beats, .*"target_found":null\}$/),
      expect.stringMatching(/^\{"id":"bad","error":\{.*\},"line":4\}$/),
      expect.stringMatching(/^\{"id":\{"of":"mine"\},"text":"cuts",/),
    ]);
    expect(stderr).toBe(
      "warning: 1 answers with target_found false: the target is not in the text\n5 lines: 4 answered, 1 failed\n",
    );
  });

  it("stops when the model fails, after answering the lines before", async () => {
    const stdin = ["fine", "slow crash", "never"].map((text) => JSON.stringify({ text })).join("\n");
    const { exitCode, stdout, stderr } = await sentiment(["analyze", "--input", "-"], { backends, stdin });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "sentiment: The model crashed.\n" });
    expect(answerLines(stdout)).toHaveLength(1);
  });

  it("answers nothing for an empty input", async () => {
    const outcome = await sentiment(["analyze", "--input", "-"], { backends, stdin: "" });
    expect(outcome).toEqual({ exitCode: 0, stdout: "", stderr: "0 lines: 0 answered, none failed\n" });
  });

  it("answers a line at once, while the input is still open", async () => {
    const { effects, stdout } = fakeEffects({ backends });
    let end: () => void = () => undefined;
    const open = new Promise<void>((resolve) => (end = resolve));
    const stdin = async function* () {
      yield* pieces('{"text":"first beats"}\n');
      await open;
    };
    const running = run(["analyze", "--input", "-"], { ...effects, stdin });
    await expect.poll(() => stdout.text).toContain("positive");
    end();
    expect(await running).toBe(0);
  });
});

describe("lines read from an input", () => {
  const all = async <Item>(items: AsyncIterable<Item>) => {
    const list: Item[] = [];
    for await (const item of items) list.push(item);
    return list;
  };

  it("are the same wherever the input's bytes are split", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, "")),
          { minLength: 1 },
        ),
        async (texts) => {
          const lines = await all(linesOf(pieces(`${texts.join("\n")}\n`)));
          const wellFormed = texts.map((text) => new TextDecoder().decode(new TextEncoder().encode(text)));
          expect(lines).toEqual(wellFormed.map((text, at) => ({ number: at + 1, text })));
        },
      ),
    ));

  it("drops a line that is too long and keeps its neighbours", async () => {
    const lines = await all(linesOf(pieces(`ab\n${"x".repeat(50)}\ncd\n${"y".repeat(30)}`), 20));
    expect(lines.map(({ text }) => text)).toEqual(["ab", null, "cd", null]);
  });
});

describe("results in order of the input", () => {
  it("never runs more tasks at once than allowed", async () => {
    let [running, most] = [0, 0];
    const inputs = (async function* () {
      for (let at = 0; at < 50; at += 1) yield await Promise.resolve(at);
    })();
    const results: number[] = [];
    const work = async (input: number) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, input % 5));
      running -= 1;
      return input;
    };
    for await (const result of inOrder(inputs, work, 4)) results.push(result);
    expect(results).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(most).toBe(4);
  });
});
