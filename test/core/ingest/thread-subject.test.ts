import { describe, expect, it } from "vitest";
import { threadSubject } from "../../../packages/core/src/ingest/thread-subject.js";

const named = (...places: readonly (readonly [string, number | null])[]) =>
  places.map(([key, mentionAt]) => ({ key, mentionAt }));

describe("what the comments of a thread are about", () => {
  it("is the title's assets, whatever the body adds", () => {
    expect(
      threadSubject(named(["NVDA", 0], ["AMD", 40], ["MU", 60], ["INTC", 80], ["TSM", 90]), "NVDA write-up"),
    ).toEqual(["NVDA"]);
  });

  it("is the body's assets where the title names none", () => {
    expect(threadSubject(named(["NVDA", 20], ["AMD", 40]), "My two stocks")).toEqual(["NVDA", "AMD"]);
    expect(threadSubject(named(["NVDA", 0]), null)).toEqual(["NVDA"]);
  });

  it("is nothing where the post is a list of more than three", () => {
    const seven = named(["A", 10], ["B", 12], ["C", 14], ["D", 16], ["E", 18], ["F", 20], ["G", 22]);
    expect(threadSubject(seven, "Picks")).toEqual([]);
    expect(threadSubject(seven, "A long title that holds every single one")).toEqual([]);
  });

  it("counts an asset without a known place as one of the body", () => {
    expect(threadSubject(named(["NVDA", null], ["AMD", 0]), "AMD is up")).toEqual(["AMD"]);
    expect(threadSubject(named(["NVDA", null]), "Up again")).toEqual(["NVDA"]);
  });
});
