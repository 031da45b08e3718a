import { randomUUID } from "node:crypto";
import { openReadTables } from "../adapters/duckdb/read-tables.js";
import { openWriter } from "../adapters/duckdb/writer.js";
import { openRolledFiles } from "../adapters/record-files/rolled-files.js";
import { MarketDataError } from "../errors.js";
import { assetsOf } from "../namespaces/assets-of.js";
import type { TextNamespace } from "../namespaces/define.js";
import { type DayPart, dayPartText, mostParts, parseDayPart, stateOfDay } from "../rollup/day-part.js";
import { type RolledLine, rollUpPart } from "../rollup/roll-up-part.js";
import { readSnapshot } from "../adapters/duckdb/snapshot-files.js";
import { dayOf, type UtcDay } from "../time/utc-day.js";
import { filesWithContent } from "./files-with-content.js";
import { readReferenceGraph, shippedAssets } from "./reference-files.js";

/** A namespace of a data directory. */
export interface StoredNamespace {
  readonly dataDirectory: string;
  readonly namespace: TextNamespace;
  readonly assetsDirectory?: string;
}

/**
 * The parts of the days that wait to be rolled up (see `mentionsOnly` of `publishAnnotated`), as {@link rollUpDays} takes them: lines
 * such as `2026-03-01 0/4`, days in order.
 *
 * @param parts Parts of each day, 1 to 1,000: more of them for days that are too large for one process.
 * @throws MarketDataError `store_damaged`; RangeError for another number of parts.
 */
export async function waitingParts(
  { dataDirectory, namespace }: Omit<StoredNamespace, "assetsDirectory">,
  parts: number,
): Promise<string[]> {
  if (!Number.isSafeInteger(parts) || parts < 1 || parts > mostParts)
    throw new RangeError(`Parts of a day must be 1 to ${mostParts}, not ${parts}.`);
  const { waiting } = await readSnapshot(dataDirectory);
  return (waiting?.[namespace.id] ?? []).flatMap((day) =>
    Array.from({ length: parts }, (_, part) => dayPartText({ day, part, of: parts })),
  );
}

/**
 * Rolls up parts of days from their stored mentions, each handed to `write` in lines. Any number of processes may do so at
 * a time; nothing is stored. {@link publishRolled} takes the lines.
 *
 * @param parts Lines of {@link waitingParts}; empty ones are passed over.
 * @returns How many parts were rolled up.
 * @throws MarketDataError `invalid_parameters` for a line that is no part of a day; `store_damaged`, `engine_unavailable`.
 */
export async function rollUpDays(
  { dataDirectory, namespace, assetsDirectory }: StoredNamespace,
  parts: AsyncIterable<string>,
  write: (line: RolledLine) => Promise<void>,
): Promise<number> {
  const graph = await readReferenceGraph(dataDirectory, assetsDirectory ?? shippedAssets);
  const directory = assetsOf(namespace, graph);
  const assetOf = (key: string) => directory.lookup(key);
  const tables = await openReadTables(dataDirectory);
  try {
    const read = await tables.of(namespace.id);
    let done = 0;
    for await (const line of parts) {
      if (line.trim() === "") continue;
      const part = partOf(line);
      const state = stateOfDay(tables.snapshot, namespace.id, part.day);
      for await (const rolled of rollUpPart(read, { namespace, assetOf, state }, part)) await write(rolled);
      done += 1;
    }
    return done;
  } finally {
    await tables.close();
  }
}

function partOf(line: string): DayPart {
  const part = parseDayPart(line);
  if (part !== null) return part;
  const message = `'${line.slice(0, 80)}' is no part of a day, such as '2026-03-01 0/4'.`;
  throw new MarketDataError("invalid_parameters", message, {
    issues: [{ loc: ["body"], msg: message, type: "value_error", input: line.slice(0, 80) }],
  });
}

/** Options of {@link publishRolled}. */
export interface PublishRolledOptions extends StoredNamespace {
  /** Folder of files with the lines of {@link rollUpDays}: names that begin with `_` or `.` are passed over. */
  readonly rolled: string;
  /** The clock. */
  readonly now: () => Date;
  /** True while history is being loaded: no day is closed. */
  readonly history?: boolean;
  /** See `HistoryOptions`. */
  readonly historyDays?: number | undefined;
}

/** Outcome of {@link publishRolled}. */
export interface PublishRolledReport {
  /** Days that waited, in order. */
  readonly days: readonly UtcDay[];
  /** Those of them that had to be rolled up here: parts were missing, or their mentions have changed since. */
  readonly rolledUpHere: readonly UtcDay[];
}

/**
 * Stores the daily rows of all days that wait, measures them, and closes what an ingest of the same texts would have closed, in
 * one publication. The rows are those that ingest would have stored.
 *
 * @throws MarketDataError `invalid_file` for a folder without such files, or with others; as `openWriter`.
 */
export async function publishRolled(options: PublishRolledOptions): Promise<PublishRolledReport> {
  const { dataDirectory, namespace, rolled, now, history, historyDays, assetsDirectory } = options;
  const files = await openRolledFiles(await filesWithContent(rolled, "rolled up"));
  const rolledUpHere: UtcDay[] = [];
  const store = await openWriter(dataDirectory, {
    historyDays,
    rolledDays: {
      changesOf: (day, state) => {
        const changes = files.changesOf(day, state);
        if (changes === null) rolledUpHere.push(day);
        return changes;
      },
    },
  });
  try {
    const days = store.snapshot.waiting?.[namespace.id] ?? [];
    const directory = assetsOf(namespace, await readReferenceGraph(dataDirectory, assetsDirectory ?? shippedAssets));
    const at = now();
    const run = {
      ...{ id: randomUUID(), namespace: namespace.id, source: "rollup", outcome: "completed" as const },
      ...{ startedAt: at.toISOString(), finishedAt: at.toISOString(), counts: { days: days.length } },
    };
    if (days.length > 0) await store.freeze(namespace, dayOf(at), { now: at, directory, run, history });
    return { days, rolledUpHere };
  } finally {
    await store.close();
  }
}
