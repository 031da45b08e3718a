import { namespaces } from "@market-sentiment/core";
import { stringify } from "yaml";
import { z } from "zod";
import type { SourceConnector } from "../../packages/core/src/collect/source-connector.js";

interface Described {
  readonly description?: string;
  readonly default?: unknown;
}

/** The part of `docs/sources.md` about the kinds of sources, generated from the connectors. */
export function sourceKindsPage(connectors: readonly SourceConnector[]): string {
  return connectors.map(sectionOf).join("\n");
}

function sectionOf({ kind, title, terms, options, example, ...rest }: SourceConnector): string {
  const schema = z.toJSONSchema(options, { io: "input" }) as {
    readonly properties?: Readonly<Record<string, Described>>;
    readonly required?: readonly string[];
  };
  const readers = namespaces.filter((namespace) => {
    const own: readonly unknown[] = namespace.kind === "text" ? namespace.connectors : [namespace.connector];
    return rest.reads.some((reader) => own.includes(reader));
  });
  const rows = Object.entries(schema.properties ?? {}).map(([name, { description = "", default: fallback }]) => {
    const needed = (schema.required ?? []).includes(name)
      ? "needed"
      : fallback === undefined
        ? ""
        : JSON.stringify(fallback);
    return `| \`${name}\` | ${needed} | ${description}${rest.secrets.includes(name) ? " A secret: `${NAME}`." : ""} |`;
  });
  const facts = [
    `polled every ${rest.everySeconds} s`,
    `at least ${rest.hostPauseMs} ms between two requests to a host`,
    rest.canBackfill ? "backfills past days" : "no backfill",
  ];
  return [
    `### ${title}`,
    "",
    `Type \`${kind}\`, for \`${readers.map(({ shortName }) => shortName).join("`, `")}\`. **You need:** ${terms.holds} **You may:** ${terms.may}`,
    `Defaults: ${facts.join(", ")}.`,
    "",
    "| option | default | |",
    "|---|---|---|",
    ...rows,
    "",
    "```yaml",
    stringify([{ name: `my-${kind}`, type: kind, ...example }]).trimEnd(),
    "```",
    "",
  ].join("\n");
}
