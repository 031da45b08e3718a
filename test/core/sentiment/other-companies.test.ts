import { describe, expect, it } from "vitest";
import { questionDigest } from "../../../packages/core/src/annotate/recorded-answers.js";
import { DistinctQuestions } from "../../../packages/core/src/ingest/distinct-questions.js";
import { noReactions, type SourceDocument } from "../../../packages/core/src/ingest/document.js";
import { linkDocument } from "../../../packages/core/src/ingest/mentions-of.js";
import { forumStocks } from "../../../packages/core/src/namespaces/forum-stocks.js";
import { newsStocks } from "../../../packages/core/src/namespaces/news-stocks.js";
import { textQuestion } from "../../../packages/core/src/operations/analyze.js";
import type { TextToJudge } from "../../../packages/core/src/sentiment/text-model.js";
import { AssetDirectory } from "../../../packages/core/src/subjects/directory.js";
import { builtInAssets, linkerOver } from "../linking/support.js";

const stocks = new AssetDirectory(builtInAssets);
const linker = linkerOver(builtInAssets);
const othersOf = ({ text, target }: TextToJudge) =>
  (target?.others ?? []).map(({ start, end }) => text.slice(start, end)).sort();

describe("the other companies of a text that is analysed", () => {
  const text = "Goldman cuts Tesla price target, upgrades Ford";

  it("are given along with the target, without the target itself under any of its names", () => {
    for (const target of ["Tesla", "TSLA", "$TSLA"])
      expect(othersOf(textQuestion({ text, target }, { stocks, linker }))).toEqual(["Ford", "Goldman"]);
  });

  it("do not include the target under another name in the text, and that name is searched for, too", () => {
    const question = textQuestion({ text: "$TSLA rips, Ford lags", target: "Tesla" }, { stocks, linker });
    expect(othersOf(question)).toEqual(["Ford"]);
    expect(question.target?.aliases).toContain("TSLA");
  });

  it("leave out the target under a name that is also another company's ticker", () => {
    const question = textQuestion(
      { text: "Ford Motor gains as General Motors slips", target: "Ford" },
      { stocks, linker },
    );
    expect(othersOf(question)).toEqual(["General Motors"]);
    expect(question.target?.aliases).toContain("F");
  });

  it("are not looked for when the text is judged as a whole or there is no linker", () => {
    expect(textQuestion({ text }, { stocks, linker })).toEqual({ text });
    expect(othersOf(textQuestion({ text, target: "Tesla" }, { stocks, linker: null }))).toEqual([]);
  });
});

describe("the stretch of a document that is judged", () => {
  const asked = (title: string | null, body: string | null, namespace: Parameters<typeof linkDocument>[4]) =>
    linkDocument({ title, body, createdMs: 0 }, { hints: [], hintUse: "none" }, linker, stocks, namespace).flatMap(
      ({ question }) => question ?? [],
    );
  const argument = "Orders were steady in most regions and costs moved little. ".repeat(40);

  it("is the title where it names the asset, as a headline in news and as a post in a forum", () => {
    for (const [namespace, kind] of [
      [newsStocks, "headline"],
      [forumStocks, "post"],
    ] as const)
      expect(asked("Nvidia gains", "A short word.", namespace)).toEqual([
        expect.objectContaining({ text: "Nvidia gains", kind }),
      ]);
    expect(asked("Nvidia gains", argument, newsStocks)).toEqual([expect.objectContaining({ text: "Nvidia gains" })]);
  });

  it("is the whole of a forum's long post, up to its conclusion", () => {
    const [question] = asked("Nvidia, a case", `${argument}I sold all of it.`, forumStocks);
    expect(question?.text).toBe(`Nvidia, a case\n${argument}I sold all of it.`);
    expect(question?.target?.spans).toEqual([{ start: 0, end: 6 }]);
  });

  it("is bounded, with its places, however long the post is and however many companies it names", () => {
    const [question] = asked("Nvidia, a list", "$F $GM ".repeat(5_000), forumStocks);
    expect(question?.text).toHaveLength(8_192);
    expect(question?.target?.others).toHaveLength(1_000);
  });

  it("is a message where there is no title", () => {
    expect(asked(null, "$NVDA gains", forumStocks)).toEqual([expect.objectContaining({ kind: "message" })]);
  });

  it("makes another question of the same words in another kind of text", () => {
    const questions = new DistinctQuestions();
    const texts = [{ text: "Ford" }, { text: "Ford", kind: "post" }, { text: "Ford", kind: "message" }] as const;
    expect(texts.map((text) => questions.numberOf(text))).toEqual([0, 1, 2]);
    expect(questions.numberOf({ text: "Ford", kind: "post" })).toBe(1);
    expect(new Set(texts.map(questionDigest)).size).toBe(3);
  });
});

describe("the other companies of a document", () => {
  const document = (title: string | null, body: string | null, hints: readonly string[] = []): SourceDocument => ({
    origin: "test",
    nativeId: "1",
    createdMs: 0,
    asOfMs: null,
    place: null,
    author: null,
    threadId: null,
    parentId: null,
    postId: null,
    commentId: null,
    title,
    body,
    url: null,
    hints,
    reactions: noReactions,
    excluded: false,
  });
  const questionsOf = (from: SourceDocument) =>
    new Map(
      linkDocument(from, { hints: from.hints, hintUse: "all" }, linker, stocks, newsStocks).map(
        ({ key, question }) => [key, question] as const,
      ),
    );

  it("are passed with their positions for each asset, in the title and in a part of a long body", () => {
    const filler = "Orders were steady in most regions and costs moved little. ".repeat(60);
    const titled = questionsOf(document("Nvidia gains as Intel slips", "More inside."));
    expect(othersOf(titled.get("NVDA") ?? expect.fail("no Nvidia"))).toEqual(["Intel"]);
    expect(othersOf(titled.get("INTC") ?? expect.fail("no Intel"))).toEqual(["Nvidia"]);
    const long = questionsOf(document("A quiet week", `${filler}Nvidia gains as Intel slips. ${filler}`));
    expect(othersOf(long.get("NVDA") ?? expect.fail("no Nvidia"))).toEqual(["Intel"]);
  });

  it("are not passed for an asset that only the feed named: the model is not asked about it", () => {
    const hinted = questionsOf(document("Nvidia gains as Intel slips", null, ["F"]));
    expect([...hinted.keys()].sort()).toEqual(["F", "INTC", "NVDA"]);
    expect(hinted.get("F")).toBeNull();
  });
});
