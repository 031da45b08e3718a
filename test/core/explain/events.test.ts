import { describe, expect, it } from "vitest";
import { eventFor, eventsIn, type NamedPlace } from "../../../packages/core/src/explain/event-reading.js";

/** Reads the event for `A` in a text that names assets as A, B and C. */
function eventOf(text: string, key = "A"): string | null {
  const places: NamedPlace[] = [...text.matchAll(/\b[ABC]\b/g)].map(({ 0: name, index }) => ({ key: name, at: index }));
  return eventFor(key, text, places)?.id ?? null;
}

describe("the event that a text reports", () => {
  it.each([
    ["A cuts its full-year outlook as orders slow", "guidance_cut"],
    ["A lifts annual guidance after a strong spring", "guidance_raise"],
    ["A tops quarterly estimates on cloud demand", "results_beat"],
    ["A misses second-quarter expectations", "results_miss"],
    ["A to lay off staff: layoffs hit two plants", "layoffs"],
    ["Regulator opens probe into A", "probe"],
    ["Union says workers at the plant of A walk out", null],
    ["A agrees to buy a small chip designer for $2 billion", "acquisition"],
    ["Bank raises A price target to $90", "target_raise"],
    ["A board approves new share buyback", "buyback"],
    ["A recalls 4,000 cars over a faulty hinge", "recall"],
    ["A hit by outage, users locked out", "outage"],
    ["A shares rise on an upgrade", "upgrade"],
  ])("%s", (text, event) => {
    expect(eventOf(text)).toBe(event);
  });

  it("belongs to the company to which it happens, not to another one in the sentence", () => {
    const text = "Broker downgrades A and upgrades B";
    expect([eventOf(text, "A"), eventOf(text, "B")]).toEqual(["downgrade", "upgrade"]);
    expect(eventOf("A gains while B cuts its outlook", "A")).not.toBe("guidance_cut");
    expect(eventOf("A gains while B cuts its outlook", "B")).toBe("guidance_cut");
  });

  it("does not belong to the broker who reports it", () => {
    const text = "B slips after A downgrade";
    expect([eventOf(text, "A"), eventOf(text, "B")]).toEqual([null, "downgrade"]);
  });

  it("belongs to all companies that are named together", () => {
    const text = "A and B recall cars";
    expect([eventOf(text, "A"), eventOf(text, "B")]).toEqual(["recall", "recall"]);
  });

  it("is not a result while the result is only expected", () => {
    expect(eventOf("What to expect from A before Q1 earnings")).not.toMatch(/^results/);
  });

  it("is absent from a text in which nothing happened", () => {
    for (const text of ["A in five charts", "Where will A be in ten years", "A and its neighbours"])
      expect(eventOf(text)).toBeNull();
  });
});

it("finds events whoever they happen to, for checking what others wrote", () => {
  expect(eventsIn("There was a recall and a data breach").map(({ id }) => id)).toEqual(["recall", "data_breach"]);
});
