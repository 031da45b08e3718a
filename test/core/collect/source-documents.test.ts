import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadCollecting } from "@market-sentiment/core/node";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { sourceKindsPage } from "../../support/source-kinds-page.js";

const { exampleSources, readSourceConfig, sourceConfigSchema, sourceConnectors } = await loadCollecting();

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));
const marks = ["<!-- kinds, written by source-documents.test.ts -->\n\n", "\n<!-- end of kinds -->"] as const;

/** Compares a file with a text; with UPDATE_GOLDEN=1 writes it. */
async function held(file: string, made: (before: string) => string): Promise<void> {
  const before = await readFile(docs + file, "utf8").catch(() => "");
  if (process.env.UPDATE_GOLDEN === "1") await writeFile(docs + file, made(before));
  expect(await readFile(docs + file, "utf8")).toBe(made(before));
}

describe("the documentation of sources", () => {
  it("has the JSON Schema that the configuration is read by (UPDATE_GOLDEN=1 writes it anew)", async () => {
    await held("sources.schema.json", () => `${JSON.stringify(sourceConfigSchema(), null, 2)}\n`);
  });

  it("lists for every kind what you need, what you may do and its options, as the connectors declare them", async () => {
    await held("sources.md", (before) => {
      const [head = "", tail = ""] = [before.split(marks[0])[0], before.split(marks[1])[1]];
      return `${head}${marks[0]}${sourceKindsPage(sourceConnectors)}${marks[1]}${tail}`;
    });
  });

  it("gives a starting configuration with every kind switched off, each valid once switched on", () => {
    const text = exampleSources();
    const { sources } = readSourceConfig(text, {});
    expect(sources.map(({ connector }) => connector.kind)).toEqual(sourceConnectors.map(({ kind }) => kind));
    expect(sources.filter(({ enabled }) => enabled)).toEqual([]);
    const on = text.replaceAll("enabled: false", "enabled: true").replace("# contact:", "contact:");
    const names = [...text.matchAll(/: "?\$\{(\w+)\}/g)].map(([, name = ""]) => [name, "value"]);
    expect(readSourceConfig(on, Object.fromEntries(names) as Record<string, string>).sources).toHaveLength(
      sourceConnectors.length,
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(sourceConfigSchema());
    expect(validate(parse(on)), JSON.stringify(validate.errors)).toBe(true);
    expect(parseDocument(text).errors).toEqual([]);
  });
});
