import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../packages/core/src/predmarket/question.js";

const read = (question: string, outcomes: readonly string[] = ["Yes", "No"], rung = "") =>
  readQuestion({ question, outcomes, rung });

/** Question, kind, direction of a yes, strike. */
const sentences = [
  ["Nvidia (NVDA): up or down on March 20?", "up_down", 1, null],
  ["Will NVDA close above $180 on March 6?", "close_above", 1, 180],
  ["Will Apple (AAPL) finish the week above $1,250.50?", "close_above", 1, 1250.5],
  ["Will Tesla close below $300 on Friday?", "close_above", -1, 300],
  ["Will Tesla be under $300 at the close on Friday?", "close_above", -1, 300],
  ["Will Tesla fail to close above $300 on Friday?", "close_above", -1, 300],
  ["Will Microsoft (MSFT) hit $600 by December 31?", "hit_target", 1, 600],
  ["Will Microsoft hit (HIGH) $600 in November?", "hit_target", 1, 600],
  ["Will Microsoft hit (LOW) $400 in November?", "hit_target", -1, 400],
  ["Will Amazon reach $300 by June?", "hit_target", 1, 300],
  ["Will Amazon rise to $300 by June?", "hit_target", 1, 300],
  ["Will Amazon (AMZN) dip to $180 by April 14?", "hit_target", -1, 180],
  ["Will Amazon fall to $180 before May?", "hit_target", -1, 180],
  ["Will Nvidia reach a market cap of $6T by June?", "hit_target", 1, null],
  ["Will General Mills (GIS) beat its quarterly EPS estimate?", "earnings", 1, null],
  ["Will Broadcom beat Q2 earnings forecast ($1.57 EPS)?", "earnings", 1, null],
  ["Will Nike miss quarterly earnings estimates?", "earnings", -1, null],
  ["Will Nike not beat quarterly earnings estimates?", "earnings", -1, null],
  ["Will Nvidia be the largest company in the world on June 30?", "other", 1, null],
  ["Will Apple reach an all-time high by March 31?", "other", 1, null],
  ["Will Palantir be added to the S&P 500 by June?", "other", 1, null],
  ["Will Netflix announce a stock split by June?", "other", 1, null],
  ["Will Intel be removed from the Dow by June?", "other", -1, null],
  ["Will Spirit Airlines file for bankruptcy by June?", "other", -1, null],
  ["Will GameStop be delisted in 2026?", "other", -1, null],
  ["Will Apple ship the next iPhone by September?", "other", 0, null],
  ["Will Tim Cook leave Apple by June?", "other", 0, null],
  ["Will Meta settle a case with a regulator by June?", "other", 0, null],
  ["Will Jensen Huang say 'Blackwell' during the earnings call?", "other", 0, null],
  ["Will Microsoft announce an acquisition of more than $5B by June?", "other", 0, null],
] as const;

describe("a question", () => {
  it.each(sentences)("%s", (question, type, polarity, strike) => {
    expect(read(question)).toMatchObject({ type, polarity, strike });
  });

  it.each(sentences.filter(([question]) => !question.includes("up or down")))(
    "has the opposite direction with the outcomes swapped: %s",
    (question, type, polarity) => {
      expect(read(question, ["No", "Yes"])).toMatchObject({ type, polarity: 0 - polarity });
    },
  );

  it("is read as up or down from its outcomes and their order", () => {
    expect(read("NVDA on March 20", ["Up", "Down"])).toMatchObject({ type: "up_down", polarity: 1 });
    expect(read("NVDA on March 20", ["Down", "Up"])).toMatchObject({ type: "up_down", polarity: -1 });
  });

  it("takes a ladder rung's direction and strike from its title", () => {
    expect(read("What price will NVDA hit in November?", ["Yes", "No"], "↑ $220")).toMatchObject({
      polarity: 1,
      barrier: 1,
      strike: 220,
    });
    expect(read("What price will NVDA hit in November?", ["Yes", "No"], "↓ $150")).toMatchObject({
      polarity: -1,
      barrier: -1,
      strike: 150,
    });
    expect(read("Where will NVDA close on Friday?", ["Yes", "No"], "$170–$180")).toMatchObject({
      form: "range",
      strike: 170,
      upperStrike: 180,
    });
    expect(read("Will NVDA close between $170 and $180 on Friday?")).toMatchObject({
      form: "range",
      strike: 170,
      upperStrike: 180,
    });
  });
});
