import { describe, expect, it } from "vitest";
import { readTalk, talkRates } from "../../eval/talk.mjs";

describe("the messages of forum and crypto talk", () => {
  const rows = readTalk();

  it("are 400, each once, with a target and a label, write-ups longer than the model reads at once", () => {
    expect(rows.length).toBe(400);
    expect(new Set(rows.map(({ text }) => text)).size).toBe(400);
    for (const { text, target, label } of rows) {
      expect(["negative", "neutral", "positive"], text).toContain(label);
      expect(target, text).not.toBe("");
    }
    const writeUps = rows.filter(({ capability }) => capability === "write-ups");
    expect(writeUps.length).toBeGreaterThan(20);
    for (const { text } of writeUps) expect(text.split(/\s+/).length, text).toBeGreaterThan(250);
  });

  it("fall into two halves of about one size by their texts alone", () => {
    const developed = rows.filter(({ half }) => half === "developed").length;
    expect(Math.abs(developed - 200)).toBeLessThan(30);
  });

  it("are rated by right labels, and by opposite ones over all of them", () => {
    const three = (["positive", "negative", "neutral"] as const).map((label, at) => ({
      capability: at === 2 ? "questions" : "irony",
      text: `${at}`,
      target: "A",
      label,
      half: "developed" as const,
    }));
    const rates = talkRates(three, [{ label: "negative" }, { label: "negative" }, { label: "positive" }]);
    expect(rates["all"]).toMatchObject({ messages: 3, accuracy: 1 / 3, inverted: 1 / 3 });
    expect(rates["all"]?.f1.negative).toBeCloseTo(2 / 3);
    expect(rates["irony"]).toMatchObject({ messages: 2, accuracy: 0.5, inverted: 0.5 });
    expect(rates["held-out half"]).toMatchObject({ messages: 0, accuracy: 0 });
  });
});
