import {
  addDays,
  type DataSpan,
  type NamespaceDefinition,
  type OperationWindow,
  type UtcDay,
} from "@market-sentiment/core";
import { periodText } from "../output/period-text.js";
import { terminalText } from "../output/terminal-text.js";
import type { DataOverview } from "./empty-answer.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Most days that a suggested command asks for. */
const SUGGESTED_DAYS = 7;

/** Context of a question, for notes about its answer. */
export interface AskedWhere {
  readonly namespace: NamespaceDefinition;
  readonly window: OperationWindow | null;
  readonly today: UtcDay;
  readonly dataDirectory: string;
  /** Whether the data directory is there at all. */
  readonly exists: boolean;
  readonly options: ParsedOptions;
}

/** Note that a period was shortened to the days with data; empty if it was not. */
export function clampNote({ window, namespace }: AskedWhere): string[] {
  if (window?.askedFrom === undefined) return [];
  return [
    `note: the ${namespace.shortName} data starts on ${window.from}; the days from ${window.askedFrom} on are left out`,
  ];
}

/** Note that a search matched no asset, and where it would. Says nothing about the data, which does not matter here. */
export function noMatchNote({ namespace }: AskedWhere, query: string, elsewhere: string | null): string[] {
  const note = `note: no asset of ${namespace.shortName} matches '${terminalText(query)}'`;
  return elsewhere === null ? [note] : [note, `  ${elsewhere}`];
}

/** Note about an empty answer: where the command looked, which days have data, and which command helps. */
export function emptyNote(asked: AskedWhere, { span, filled }: DataOverview): string[] {
  const { namespace, window, today, dataDirectory } = asked;
  const name = namespace.shortName;
  if (!asked.exists) return [`note: there is no data yet: ${dataDirectory} does not exist`, ...waysIn(asked)];
  if (filled.length === 0) return [`note: there is no data yet: ${dataDirectory} holds none`, ...waysIn(asked)];
  if (span === null) {
    return [
      `note: there is no ${name} data in ${dataDirectory}; there is of ${filled.join(", ")}`,
      `  ask with:         sentiment trending --ns ${filled[0] ?? ""}${kept(asked)}`,
      `  or put it in:     ${ingestCommand(asked)}`,
    ];
  }
  const asking = window === null ? "" : ` for ${periodText(window, today)}`;
  return [
    `note: nothing was found${asking}; ${dataDirectory} has ${name} data from ${span.from} to ${span.to}`,
    `  see what is there: ${suggestion(asked, span)}`,
  ];
}

function waysIn(asked: AskedWhere): string[] {
  return [
    `  put your own in:  ${ingestCommand(asked)}`,
    `  or try a sample:  sentiment serve --sample${dataOption(asked)}`,
  ];
}

function ingestCommand(asked: AskedWhere): string {
  return `sentiment ingest --ns ${asked.namespace.shortName} FILE${dataOption(asked)}`;
}

/** Suggests the list over the requested days if they have data, else over the last days with data. */
function suggestion(asked: AskedWhere, span: DataSpan): string {
  const { window, namespace, today } = asked;
  const inData = window !== null && window.to >= span.from && window.to <= span.to;
  const to = inData ? window.to : today >= span.from && today < span.to ? today : span.to;
  const start = addDays(to, 1 - SUGGESTED_DAYS);
  const from = start < span.from ? span.from : start;
  const replay = to <= today ? kept(asked) : dataOption(asked);
  return `sentiment trending --ns ${namespace.shortName} --from ${from} --to ${to}${replay}`;
}

/** Options of the question that a suggested command needs too. */
function kept(asked: AskedWhere): string {
  const today = textOption(asked.options, "today");
  return `${today === undefined ? "" : ` --today ${asked.today}`}${dataOption(asked)}`;
}

function dataOption({ options }: AskedWhere): string {
  const data = textOption(options, "data");
  if (data === undefined) return "";
  return ` --data ${/^[\w./~-]+$/.test(data) ? data : `'${data.replaceAll("'", "'\\''")}'`}`;
}
