import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { MarketDataError } from "../../errors.js";
import type { HourlyRow } from "../../rollup/activity.js";
import {
  type ActivityChanges,
  type ActivityTable,
  type ChangedRows,
  contributorLevels,
  type ContributorTable,
  type Level,
  levels,
} from "../../rollup/activity-changes.js";
import { mostParts } from "../../rollup/day-part.js";
import type { RolledDays } from "../../rollup/roll-up.js";
import type { RolledLine } from "../../rollup/roll-up-part.js";
import { readLines } from "./read-lines.js";

/** Begin of each line: day, part, number of parts, state, and the table or the end. */
const head =
  /^\{"day":"(\d{4}-\d{2}-\d{2})","part":(\d{1,4}),"of":(\d{1,4}),"state":"([0-9a-f]{16})",(?:"table":"([a-z_]+)","rows":|"end":(\d+),"hourly":)\[/;

/** Where a line is. */
interface LinePlace {
  readonly file: string;
  readonly start: number;
  readonly length: number;
  readonly table: string;
}

/** The lines of one part of a day. */
interface PartLines {
  readonly rows: LinePlace[];
  readonly ends: { readonly lines: number; readonly place: LinePlace }[];
}

/**
 * The lines that `sentiment rollup` wrote into files. Only the places of the lines are kept in memory; a day is read when it is
 * asked for. Parts that are not whole, or there twice, count as missing.
 *
 * @throws MarketDataError `invalid_file` for a file with another line.
 */
export async function openRolledFiles(files: readonly string[]): Promise<RolledDays> {
  /** By day, state and number of parts; then by part. */
  const known = new Map<string, Map<number, PartLines>>();
  for (const file of files) {
    let start = 0;
    for await (const { text, raw, line } of readLines(createReadStream(file) as AsyncIterable<Buffer>)) {
      const length = Buffer.byteLength(raw);
      const place = { file, start, length };
      start += length + 1;
      if (raw === "") continue;
      const found = text === null ? null : head.exec(text);
      const [part, of] = [Number(found?.[2]), Number(found?.[3])];
      if (found === null || part >= of || of > mostParts)
        throw new MarketDataError(
          "invalid_file",
          `${file}, line ${line}: 'sentiment rollup' does not write such a line.`,
        );
      const name = `${found[1]} ${found[4]} ${of}`;
      const parts = known.get(name) ?? new Map<number, PartLines>();
      known.set(name, parts);
      const lines = parts.get(part) ?? { rows: [], ends: [] };
      parts.set(part, lines);
      if (found[5] === undefined) lines.ends.push({ lines: Number(found[6]), place: { ...place, table: "" } });
      else lines.rows.push({ ...place, table: found[5] });
    }
  }
  return {
    changesOf: (day, state) => {
      for (const [name, parts] of known) {
        const [ofDay, ofState, of] = name.split(" ");
        if (ofDay === day && ofState === state && isWhole(parts, Number(of))) return changesIn([...parts.values()]);
      }
      return null;
    },
  };
}

function isWhole(parts: ReadonlyMap<number, PartLines>, of: number): boolean {
  if (parts.size !== of) return false;
  return [...parts.values()].every(({ rows, ends }) => ends.length === 1 && ends[0]?.lines === rows.length);
}

function changesIn(parts: readonly PartLines[]): ActivityChanges {
  const rows = parts.flatMap((part) => part.rows);
  const groups = new Map<`${Level}_daily`, ChangedRows>();
  for (const level of levels) {
    const all = [...pagesOf(rows, `${level}_daily`)].flatMap((page) => page.rows);
    if (all.length > 0) groups.set(`${level}_daily`, { rows: all, gone: [] });
  }
  const contributors = new Map<ContributorTable, Iterable<ChangedRows>>(
    contributorLevels.map((level) => [`${level}_contributor_daily`, pagesOf(rows, `${level}_contributor_daily`)]),
  );
  const hours = parts.flatMap(({ ends }) => ends.flatMap(({ place }) => hoursOf(lineAt(place))));
  return { groups, contributors, hourly: hours.sort((a, b) => a.hour - b.hour), isWhole: true };
}

/** Rows of a table, some lines at a time: a page should hold thousands. */
function* pagesOf(places: readonly LinePlace[], table: ActivityTable): Generator<ChangedRows> {
  const own = places.filter((place) => place.table === table);
  for (let at = 0; at < own.length; at += linesOfPage) {
    const rows = own.slice(at, at + linesOfPage).flatMap((place) => {
      const line = lineAt(place);
      return "rows" in line ? line.rows : [];
    });
    yield { rows, gone: [] };
  }
}

/** Lines of one page. */
const linesOfPage = 16;

function hoursOf(line: RolledLine): readonly HourlyRow[] {
  return "hourly" in line ? line.hourly : [];
}

/** Read at once, since pages are made while they are stored. */
function lineAt({ file, start, length }: LinePlace): RolledLine {
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, "r");
  try {
    let read = 0;
    while (read < length) {
      const more = readSync(opened, bytes, read, length - read, start + read);
      if (more === 0) throw new MarketDataError("invalid_file", `${file} has become shorter while it was read.`);
      read += more;
    }
  } finally {
    closeSync(opened);
  }
  return JSON.parse(bytes.toString("utf8")) as RolledLine;
}
