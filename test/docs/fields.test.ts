import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { fieldsPage, originsOf, pageFile, wireFields } from "../../scripts/fields-page.mjs";

const names = [...wireFields(core.allOperations()).keys()];

describe("docs/fields.md", () => {
  it("is up to date with the fields on the wire: npm run docs:fields", () => {
    expect(readFileSync(pageFile, "utf8")).toBe(fieldsPage(core));
  });

  it("names for each field a function that exists", () => {
    const origins = Object.values(originsOf(names, core.fieldOrigins, core.measures));
    const computed = [...new Set(origins.map(({ by }) => by))];
    const absent = computed.filter((by) => {
      const [file = "", called = ""] = by.split("#");
      const text = readFileSync(fileURLToPath(new URL(`../../packages/core/src/${file}`, import.meta.url)), "utf8");
      return !new RegExp(`(?:function|const) ${called}\\b`).test(text);
    });
    expect([computed.length > 20, absent]).toEqual([true, []]);
  });

  it("lists every field, and none that does not exist", () => {
    expect(() => originsOf([...names, "mood_of_the_day"], core.fieldOrigins, core.measures)).toThrow("mood_of_the_day");
    expect(() => originsOf(names.slice(1), core.fieldOrigins, core.measures)).toThrow(names[0]);
  });
});
