import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const core = join(root, "packages/core/src");

/** File paths in backticks on a page; not patterns (`<name>`) or commands. */
const placesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]+)`/g)]
    .map(([, place = ""]) => place)
    .filter((place) => !place.startsWith("@"));
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = ""]) => link).filter((link) => !/^https?:/.test(link));

describe.each(["docs/architecture.md", "docs/adding.md", "docs/fields.md", "README.md"])("%s", (page) => {
  const text = readFileSync(join(root, page), "utf8");

  it("links only to pages that exist", () => {
    const links = linksIn(text);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});

describe.each(["docs/architecture.md", "docs/adding.md"])("%s", (page) => {
  it("names only files and folders that exist", () => {
    const places = placesIn(readFileSync(join(root, page), "utf8"));
    const found = [core, root, join(root, "packages")];
    const isThere = (place: string) =>
      found.some((folder) => existsSync(join(folder, place)) || existsSync(join(folder, place.replace("/", "/src/"))));
    expect([places.length > 5, places.filter((place) => !isThere(place))]).toEqual([true, []]);
  });
});
