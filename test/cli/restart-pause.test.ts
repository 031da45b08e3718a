import { describe, expect, it } from "vitest";
import {
  FIRST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  restartPauseMs,
  STEADY_MS,
} from "../../packages/cli/src/workers/restart-pause.js";

describe("the pause before a worker is started again", () => {
  it("doubles while the worker ends soon, up to a limit, so that one that cannot start does not spin", () => {
    const pauses: number[] = [];
    for (let last: number | null = null; pauses.length < 12; pauses.push(last)) last = restartPauseMs(last, 0);
    expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8].map((times) => times * FIRST_PAUSE_MS));
    expect(pauses.at(-1)).toBe(LONGEST_PAUSE_MS);
  });

  it("is short again after a worker that answered for long", () => {
    expect(restartPauseMs(LONGEST_PAUSE_MS, STEADY_MS)).toBe(FIRST_PAUSE_MS);
  });
});
