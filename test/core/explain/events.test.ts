import { describe, expect, it } from "vitest";
import { eventFor, eventsIn, type NamedPlace } from "../../../packages/core/src/explain/event-reading.js";

/** Reads the event for `A` in a text that names assets as A, B and C. */
function eventOf(text: string, key = "A", isTalk = false): string | null {
  const places: NamedPlace[] = [...text.matchAll(/\b[ABC]\b/g)].map(({ 0: name, index }) => ({ key: name, at: index }));
  return eventFor(key, text, places, isTalk)?.id ?? null;
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

describe("the event that a post reports", () => {
  it.each([
    ["A down 18% after earnings, my calls are gone", "results_fall"],
    ["Well A presented its results and then tanked", "results_fall"],
    ["that earnings dump on A was savage", "results_fall"],
    ["A ripping after earnings, didn't expect that", "results_jump"],
    ["A earnings were absolutely terrible lol", "results_miss"],
    ["A results were insane, best quarter in years", "results_beat"],
    ["so the harbour group is investing 5 billion in A, calls tomorrow", "stake"],
    ["A just got a $2bn investment and my puts are toast", "stake"],
    ["A delivery numbers came out and nobody cares", "deliveries"],
    ["A delivered 412,000 vehicles, where are the bears now", "deliveries"],
    ["Record deliveries and still red. Holding A", "deliveries"],
    ["everyone is here for the A stock split", "split"],
    ["A 10:1 split announced, apes rejoice", "split"],
    ["A halts production of its treadmills", "output_change"],
  ])("%s", (text, event) => {
    expect(eventOf(text, "A", true)).toBe(event);
  });

  it.each([
    "If A beats earnings I buy a boat",
    "hoping A announces a stock split",
    "A didn't miss estimates, calm down",
    "Will A miss earnings estimates?",
    "A will crash after earnings, mark my words",
    "Holding my A calls through earnings, expecting a beat and a record quarter",
    "Remember when A did that stock split and everyone got rich",
    "no layoffs at A so far",
    "A has tanked after earnings every time, whatever it says",
    "I want to buy A shares for my kid",
  ])("is none while it is hoped for, denied, asked, to come, or long ago: %s", (text) => {
    const event = eventFor("A", text, [{ key: "A", at: text.search(/\bA\b/) }], true);
    expect(event?.isEvent ?? false).toBe(false);
  });

  it("is the only named company's, wherever its name stands", () => {
    expect(eventOf("Job cuts again, glad I left A", "A", true)).toBe("layoffs");
    expect(eventOf("Huge layoffs at B, glad I hold A", "A", true)).toBeNull();
  });
});

it("finds events whoever they happen to, for checking what others wrote", () => {
  expect(eventsIn("There was a recall and a data breach").map(({ id }) => id)).toEqual(["recall", "data_breach"]);
});
