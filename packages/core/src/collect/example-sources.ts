import { stringify } from "yaml";
import type { SourceConnector } from "./source-connector.js";
import { sourceConnectors } from "./source-registry.js";

/** Name of the schema file beside the configuration. */
export const SOURCE_SCHEMA_FILE = "sources.schema.json";

/** A `sources.yaml` with one source of every kind, all switched off, with its terms. */
export function exampleSources(): string {
  return [
    `# yaml-language-server: $schema=./${SOURCE_SCHEMA_FILE}`,
    "# Live sources. Switch one on with: sentiment sources resume NAME",
    "# Secrets stay in the environment: ${NAME} stands for one.",
    "version: 1",
    "# Your mail or web address. Every source is told who asks; some refuse those who do not say it.",
    "# contact: desk@example.com",
    "sources:",
    ...sourceConnectors.map(entryText),
    "",
  ].join("\n");
}

function entryText({ kind, title, terms, example }: SourceConnector): string {
  const { namespace, ...options } = example;
  const [first = "", ...rest] = stringify({ name: `my-${kind}`, type: kind, namespace, enabled: false, ...options })
    .trimEnd()
    .split("\n");
  return [
    "",
    `  # ${title}`,
    `  # You need: ${terms.holds}`,
    `  # You may: ${terms.may}`,
    `  - ${first}`,
    ...rest.map((line) => `    ${line}`),
  ].join("\n");
}
