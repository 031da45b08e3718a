import type { NamespaceDefinition, SourcesReport } from "@market-sentiment/core";
import type { Tone } from "../output/colour.js";
import type { TableColumn } from "../output/table.js";

/** The sources of one namespace. */
export interface SourcesAnswer {
  readonly namespace: NamespaceDefinition;
  readonly answer: SourcesReport;
}

const tones: Readonly<Record<string, Tone>> = { ok: "good", failing: "bad", blocked: "bad", stale: "bad" };

/** A table with a line for each source. */
export function sourceLines(answers: readonly SourcesAnswer[], now: Date): TableColumn[] {
  const rows = answers.flatMap(({ namespace, answer }) => answer.sources.map((source) => ({ namespace, source })));
  const column = (
    title: string,
    rank: number,
    text: (row: (typeof rows)[number]) => string,
    align: TableColumn["align"] = "left",
  ): TableColumn => ({
    title,
    align,
    rank,
    shrinksTo: null,
    cells: rows.map((row) => ({
      text: text(row),
      tone: title === "status" ? (tones[row.source.status] ?? "plain") : "plain",
    })),
  });
  return [
    column("source", 0, ({ source }) => source.name),
    column("ns", 6, ({ namespace }) => namespace.shortName),
    column("status", 1, ({ source }) => source.status),
    column("reason", 5, ({ source }) => source.reason ?? ""),
    column("last poll", 2, ({ source }) => agoText(source.last_poll, now), "right"),
    column("lag", 4, ({ source }) => (source.lag_seconds === null ? "" : spanText(source.lag_seconds)), "right"),
    column("24 h", 3, ({ source }) => shareText(source.coverage_24h), "right"),
    column("30 d", 3, ({ source }) => shareText(source.coverage_30d), "right"),
    column("gaps", 7, ({ source }) => String(source.open_gaps.length), "right"),
  ];
}

const shareText = (share: number | null) => (share === null ? "–" : `${Math.floor(share * 1_000) / 10} %`);

function agoText(instant: string | null, now: Date): string {
  return instant === null ? "never" : `${spanText(Math.max(0, (now.getTime() - Date.parse(instant)) / 1_000))} ago`;
}

function spanText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
