import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A page of promises: the folder of its tests, and the number of rows below which parsing must have failed. */
const pages = [
  { page: "packages/server/SECURITY.md", folder: "test/server/", atLeast: 40 },
  { page: "docs/promises.md", folder: "test/", atLeast: 80 },
];

const rowsOf = ({ page, folder }: (typeof pages)[number]) =>
  readFileSync(`${root}/${page}`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| promise |") && !line.startsWith("| **"))
    .map((line) => {
      const [promise = "", tests = ""] = line.slice(2, -2).split(" | ");
      const named = tests.split(/; (?=`)/).map((part) => {
        const [, file = "", names = ""] = /^`([^`]+\.test\.ts)`: (“.+”)$/.exec(part) ?? [];
        return {
          file: file.startsWith("test/") ? file : folder + file,
          names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = ""]) => name),
        };
      });
      return { promise, named };
    });

/** String literals of a file that may be test titles. */
const literalsOf = (file: string) =>
  [
    ...readFileSync(`${root}/${file}`, "utf8").matchAll(
      /(?:it|describe|each)\b[^"`]{0,9}?(["`])(.+?)\1|^\s*(["`])(.+)\3,$|\)\(\s*(["`])(.+?)\5,/gm,
    ),
  ].map(([, , title, , own, , each]) => title ?? own ?? each ?? "");
const isTitle = (name: string, title: string) => {
  const pieces = name.split("…").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".+")}$`).test(title);
};

describe.each(pages)("the promises of $page", (page) => {
  const rows = rowsOf(page);

  it("exist, each in its own row", () => {
    expect(rows.length).toBeGreaterThan(page.atLeast);
  });

  it.each(rows.map(({ promise, named }) => [promise, named] as const))(
    "each name a test that exists: %s",
    (_, named) => {
      for (const { file, names } of named) {
        expect([file, existsSync(`${root}/${file}`), names.length > 0]).toEqual([file, true, true]);
        const titles = literalsOf(file);
        for (const name of names)
          expect([file, name, titles.some((title) => isTitle(name, title))]).toEqual([file, name, true]);
      }
    },
  );
});

it("a promise would fail with a test that does not exist", () => {
  expect(literalsOf("test/server/connections.test.ts").some((title) => isTitle("are bounded", title))).toBe(false);
  expect(literalsOf("test/server/plans.test.ts").some((title) => isTitle("refuses %s", title))).toBe(true);
});
