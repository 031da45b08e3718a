import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "@market-sentiment/core";
import { describe, expect, it } from "vitest";

const page = readFileSync(fileURLToPath(new URL("../../docs/measures.md", import.meta.url)), "utf8");

/** The examples of the page with the headings that they stand under. */
const examples = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [title = ""] = section.split("\n");
    return [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => [title, code] as const);
  });

/** Runs an example; returns the stated and the actual value of each expression. */
function outcomesOf(code: string): { readonly expression: string; readonly said: unknown; readonly is: unknown }[] {
  const outcomes: { expression: string; said: unknown; is: unknown }[] = [];
  const program = code
    .replaceAll(/^import (\{[^}]*\}) from "@market-sentiment\/core";/gm, "const $1 = core;")
    .replaceAll(/^(.*); \/\/ → (.*)$/gm, (_, expression: string, said: string) => {
      return `tell(${JSON.stringify(expression)}, ${said}, ${expression});`;
    });
  const tell = (expression: string, said: unknown, is: unknown) => outcomes.push({ expression, said, is });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function("core", "tell", program)(core, tell);
  return outcomes;
}

describe("docs/measures.md", () => {
  it("has an example for every measure", () => {
    const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, title = ""]) => title);
    const shown = new Set(examples.map(([title]) => title));
    expect(sections.filter((title) => !shown.has(title))).toEqual(["Days"]);
  });

  it.each(examples)("gives for %s the value that the code computes", (_, code) => {
    const outcomes = outcomesOf(code);
    expect(outcomes.length).toBe(code.split("// →").length - 1);
    expect(outcomes.map(({ expression, is }) => [expression, is])).toEqual(
      outcomes.map(({ expression, said }) => [expression, said]),
    );
  });
});
