import { recordOutcomeNames, recordOutcomes, recordTraitNames, recordTraits } from "@market-sentiment/core";
import type { FileIngestReport } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";
import { factsText } from "../output/facts.js";
import { terminalText } from "../output/terminal-text.js";
import { valueText } from "../output/value-text.js";

/** Outcomes that every summary shows, even when 0. */
const always = new Set(["new", "updated", "unchanged", "rejected"]);
/** Most causes and unread columns listed; the rest is only counted. */
const NAMED_CAUSES = 3;
const NAMED_COLUMNS = 8;

/** What a summary is made of. */
export type SummarizedReport = Pick<
  FileIngestReport,
  "counts" | "rejectedFile" | "unreadColumns" | "rejectCauses" | "openHistory"
>;

/**
 * Outcomes of a run's records. Every record is counted in exactly one of the indented lines, so they add up; the lines
 * after them show other properties of the same records.
 */
export function ingestSummary(report: SummarizedReport, effects: Effects): string {
  const { counts, rejectedFile } = report;
  const outcomes = recordOutcomeNames.filter((name) => counts[name] > 0 || always.has(name));
  const traits = recordTraitNames.filter((name) => counts[name] > 0);
  const facts = factsText(
    [
      ["read", counts.read],
      ...outcomes.map((name) => [`  ${recordOutcomes[name]}`, counts[name]] as const),
      ...traits.map((name) => [recordTraits[name], counts[name]] as const),
      ["about no known asset", counts.unlinked],
      ["mentions", counts.mentions],
      ...(rejectedFile === null ? [] : [["rejects kept in", rejectedFile] as const]),
    ],
    effects,
  );
  return [facts, ...unreadText(report), ...causesText(report), ...historyText(report)].join("");
}

/** Days that are not closed automatically: the user declares when they are complete. */
function historyText({ openHistory }: SummarizedReport): string[] {
  const [first, last] = [openHistory[0], openHistory.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days =
    openHistory.length === 1
      ? `1 day of history is open (${first})`
      : `${valueText("count", openHistory.length)} days of history are open (${first} to ${last})`;
  return [`${days}: when history is complete, close them with sentiment rebuild --references\n`];
}

function unreadText({ unreadColumns }: SummarizedReport): string[] {
  if (unreadColumns.length === 0) return [];
  const named = unreadColumns
    .slice(0, NAMED_COLUMNS)
    .map(({ name, records }) => `${terminalText(name)} (${valueText("count", records)})`);
  const more = unreadColumns.length - named.length;
  const rest = more === 0 ? "" : ` and ${valueText("count", more)} more`;
  return [`columns that no field reads: ${named.join(", ")}${rest}; --map FIELD=COLUMN reads one\n`];
}

/** The commonest reasons of rejection, each with the place of its first record. */
function causesText({ rejectCauses }: SummarizedReport): string[] {
  const named = rejectCauses.slice(0, NAMED_CAUSES).map(({ message, reason, records, first }) => {
    const place = `${first.file.split(/[/\\]/).at(-1) ?? first.file}:${first.line}`;
    return `${valueText("count", records)} rejected: ${terminalText(message)} (${reason}, first at ${terminalText(place)})\n`;
  });
  const more = rejectCauses.length - named.length;
  return more === 0 ? named : [...named, `other reasons of rejection: ${valueText("count", more)}\n`];
}
