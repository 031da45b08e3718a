import { describe, expect, it } from "vitest";
import { Remembered } from "../../../packages/core/src/ingest/remembered.js";

describe("the memory of a run", () => {
  it("is new once, until a quarter of a million others have followed", () => {
    const seen = new Remembered();
    const news = (count: number) => {
      let found = 0;
      for (let index = 0; index < count; index += 1) if (seen.isNew(`x:${index}`)) found += 1;
      return found;
    };
    expect(news(200_000)).toBe(200_000);
    expect(news(200_000)).toBe(0);
    expect(news(249_000)).toBe(49_000);
    expect(seen.isNew("x:7")).toBe(false);
  });

  it("is bounded: an entry from half a million entries ago is new again", () => {
    const seen = new Remembered();
    for (let index = 0; index < 500_001; index += 1) seen.isNew(`x:${index}`);
    expect(seen.isNew("x:0")).toBe(true);
    expect(seen.isNew("x:499999")).toBe(false);
  });
});
