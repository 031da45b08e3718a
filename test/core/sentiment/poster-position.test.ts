import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { positionsTold, posterPosition } from "../../../packages/core/src/sentiment/poster-position.js";
import { prepareText } from "../../../packages/core/src/sentiment/prepare-text.js";

/** The position that a text tells about Acme, where Bolt is another company. */
function positionIn(text: string): number {
  const others = [...text.matchAll(/\bBolt\b/g)].map(({ index }) => ({ start: index, end: index + 4 }));
  return posterPosition(prepareText({ text, target: { name: "Acme", others } }, 0));
}

describe("the writer's own position", () => {
  it.each([
    ["my Acme puts are up 85% since lunch", -1],
    ["Acme puts printed, drinks on me", -1],
    ["Acme puts destroyed again", 1],
    ["Acme calls up 4x and I have no idea why", 1],
    ["so much for my Acme calls", -1],
    ["my Acme calls expired worthless", -1],
    ["sold Acme way too early, as ever", 1],
    ["I should have held Acme", 1],
    ["sold Acme like an idiot at nine", 1],
    ["proud Acme bagholder since the merger", -1],
    ["Acme shorts got liquidated, lovely", 1],
    ["Acme shorts are printing", -1],
    ["Acme will never trade below 40 again", 1],
    ["Acme won't see 40 this year", -1],
    ["selling cash secured puts on Acme at 30", 1],
    ["bought 12 puts on Acme, its new plant is a ruin", -1],
    ["Acme 40c may, let's go", 1],
    ["I shorted Acme this morning", -1],
    ["got rid of my Acme today", -1],
    ["sell it lol, Acme is cooked", -1],
    ["Added more Acme at the close", 1],
    ["not selling my Acme whatever they say", 1],
    ["shorted Acme once, never again", 1],
    ["bought Acme calls on Monday, they are confetti now. brutal", -1],
    ["I bought Acme at the very top, lesson learnt", -1],
    ["Acme turned my 50k into 17k", -1],
    ["Acme calls went from 0.40 to 3.10", 1],
    ["Acme puts went from 0.40 to 3.10", -1],
    ["my Acme puts: 4.10 -> 0.03", 1],
    ["bought Acme at 31, it's 9 now", -1],
  ])("%s", (text, position) => {
    expect(positionIn(text)).toBe(position);
  });

  it.each([
    ["a covered call", "selling covered calls on Acme each Friday"],
    ["a hedge of both sides", "opened an Acme straddle"],
    ["another's trade", "people who shorted Acme are quiet now"],
    ["a question", "why would I buy Acme puts?"],
    ["two that disagree", "my Acme calls are dead, my Acme puts are dead"],
    ["what another company got", "I shorted Bolt, and Acme is my bank"],
    ["an unknown instrument", "turned 3k into 41k on Acme weeklies"],
    ["a number of another kind", "I was in Acme at 31, it is 9 years now"],
    ["a short option", "Acme short strangle at 40"],
    ["everybody's trade", "everyone bought Acme calls today"],
    ["what was left", "swapped my Acme calls for cash"],
    ["plain news", "Acme added 500 jobs and sold a plant"],
    ["a rating", "Broker calls on Acme for a split"],
  ])("is not told by %s", (_, text) => {
    expect(positionIn(text)).toBe(0);
  });

  it("is told by the title and the end of a write-up, not by its argument", () => {
    const argument = `The harbour was quiet in those years, and the winters were long and mild. ${"I bought puts on Acme in my youth. ".repeat(30)}${"The weather was mild and the harbour quiet. ".repeat(14)}`;
    expect(positionIn(`Acme and I. ${argument}`)).toBe(0);
    expect(positionIn(`Acme and I. ${argument} I bought more on Monday.`)).toBe(1);
    expect(positionIn(`Why I sold all of it: Acme. ${argument}`)).toBe(-1);
  });

  it("is none without the target in the text", () => {
    expect(positionsTold(prepareText({ text: "bought more calls", target: { name: "Acme" } }, 0))).toEqual([]);
    expect(positionsTold(prepareText({ text: "bought more calls" }, 0))).toEqual([]);
  });

  it("is read in time that grows with the text alone, whatever stands in it", () => {
    const words = fc.constantFrom(
      "Acme",
      "Bolt",
      "sold",
      "my",
      "calls",
      "puts",
      "short",
      "400c",
      "never",
      "below",
      ",",
      ".",
      "$1",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 200 }), (parts) => {
        expect([-1, 0, 1]).toContain(positionIn(`Acme ${parts.join(" ")}`));
      }),
    );
    expect(positionIn(`Acme ${"sold my puts calls ".repeat(2_000)}`)).toBeDefined();
  });
});
