import type { NamespaceDefinition, SourcesReport } from "@market-sentiment/core";
import type { ConfiguredSource } from "@market-sentiment/core/node";
import type { Tone } from "../output/colour.js";
import type { TableColumn } from "../output/table.js";

/** The sources of one namespace. */
export interface SourcesAnswer {
  readonly namespace: NamespaceDefinition;
  readonly answer: SourcesReport;
}

/** A source for display, with its report; null if it was never polled. */
export interface StatusRow {
  readonly name: string;
  readonly namespace: NamespaceDefinition;
  readonly status: string;
  readonly report: SourcesReport["sources"][number] | null;
}

const tones: Readonly<Record<string, Tone>> = { ok: "good", failing: "bad", blocked: "bad", stale: "bad" };

/** The sources that were polled, and then those that are only configured. What the configuration switched off is paused. */
export function statusRows(answers: readonly SourcesAnswer[], configured: readonly ConfiguredSource[]): StatusRow[] {
  const known = answers.flatMap(({ namespace, answer }) =>
    answer.sources.map((report): StatusRow => ({ name: report.name, namespace, status: report.status, report })),
  );
  const rowOf = ({ name, namespace }: ConfiguredSource) =>
    known.find((row) => row.name === name && row.namespace.id === namespace.id);
  const isPaused = (row: StatusRow) => configured.some((source) => rowOf(source) === row && !source.enabled);
  const unpolled = configured
    .filter((source) => rowOf(source) === undefined)
    .map(({ name, namespace, enabled }): StatusRow => {
      return { name, namespace, status: enabled ? "waiting" : "paused", report: null };
    });
  return [...known.map((row) => (isPaused(row) ? { ...row, status: "paused" } : row)), ...unpolled];
}

/** A table with a line for each source. */
export function sourceColumns(rows: readonly StatusRow[], now: Date): TableColumn[] {
  const column = (
    title: string,
    rank: number,
    text: (row: StatusRow) => string,
    align: TableColumn["align"] = "left",
  ): TableColumn => ({
    title,
    align,
    rank,
    shrinksTo: null,
    cells: rows.map((row) => ({
      text: text(row),
      tone: title === "status" ? (tones[row.status] ?? "plain") : "plain",
    })),
  });
  return [
    column("source", 0, ({ name }) => name),
    column("ns", 6, ({ namespace }) => namespace.shortName),
    column("status", 1, ({ status }) => status),
    column("reason", 5, ({ report }) => report?.reason ?? ""),
    column("last poll", 2, ({ report }) => agoText(report?.last_poll ?? null, now), "right"),
    column("lag", 4, ({ report }) => (report?.lag_seconds == null ? "" : spanText(report.lag_seconds)), "right"),
    column("new 24 h", 4, ({ report }) => (report === null ? "" : String(report.items_24h)), "right"),
    column("last 24 hours", 3, ({ report }) => (report === null ? "" : strip(report.coverage_by_hour))),
    column("24 h", 3, ({ report }) => shareText(report?.coverage_24h ?? null), "right"),
    column("30 d", 3, ({ report }) => shareText(report?.coverage_30d ?? null), "right"),
    column("gaps", 7, ({ report }) => String(report?.open_gaps.length ?? 0), "right"),
  ];
}

const levels = ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇"];

/**
 * One character per hour, oldest first: full if all of it was seen, a dot if nothing was, blank before the source was
 * known.
 */
function strip(hours: readonly (number | null)[]): string {
  return hours
    .map((share) => (share === null ? " " : share >= 0.999 ? "█" : (levels[Math.ceil(share * 7)] ?? "▇")))
    .join("");
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
