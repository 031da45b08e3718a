import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TableChange, TableStore } from "../storage/table-store.js";
import type { TableName } from "../storage/tables.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf, type UtcDay } from "../time/utc-day.js";
import { rebuiltMentionDays } from "./rebuild-mentions.js";
import { rebuiltTradedDays } from "./rebuild-traded.js";
import type { Rebuilder } from "./rebuilder.js";

/** What is made anew, and how. */
export interface RebuildOptions {
  readonly namespace: NamespaceDefinition;
  readonly directory: AssetDirectory;
  readonly now: () => Date;
  /** First and last day; all that is stored when left out. */
  readonly from?: UtcDay | undefined;
  readonly to?: UtcDay | undefined;
  /** Compares only: nothing is written. */
  readonly check: boolean;
  /**
   * Takes what closed days are measured against anew from the days before them, and closes what is over: history is
   * complete. A closed day that comes out otherwise gets a revision. False when left out.
   */
  readonly references?: boolean | undefined;
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a rebuild stands. */
export interface RebuildProgress {
  readonly done: number;
  readonly days: number;
}

/** What a rebuild found. */
export interface RebuildReport {
  readonly days: number;
  /** Closed days whose readings are past their retention: they cannot be made anew and stay as they are. */
  readonly settledDays: number;
  readonly rows: number;
  readonly differing: Readonly<Partial<Record<TableName, number>>>;
  readonly completed: number;
}

/** Time between two publications of a rebuild. */
const publishEveryMs = 15_000;

/**
 * Makes every derived row of the days anew from the rows that sources gave, and says where it differs from what is stored.
 * References of closed days stay, unless `references` is asked for: they are what those days were measured against. Rows of release 0.1.0 get their new
 * columns on the way. What was done is published every few seconds, whole days at a time, so it may be killed at any moment.
 *
 * @throws MarketDataError from the tables; rethrows `signal.reason` when aborted. What was published stays.
 */
export async function rebuild(tables: TableStore, options: RebuildOptions): Promise<RebuildReport> {
  const { namespace, from, to, now, check } = options;
  const change = await tables.change(namespace.id);
  try {
    const rebuilder = rebuilderOf(change, options);
    const days = (await rebuilder.days()).filter((day) => (from ?? day) <= day && day <= (to ?? day));
    const firstDay = tables.snapshot.firstDays[namespace.id] ?? null;
    const differing: Partial<Record<TableName, number>> = {};
    let [rows, completed, settledDays, publishedAtMs] = [0, 0, 0, now().getTime()];
    for (const [index, day] of days.entries()) {
      options.signal?.throwIfAborted();
      const rebuilt = await rebuilder.rebuild(day);
      if (rebuilt === null) settledDays += 1;
      rows += rebuilt?.rows ?? 0;
      completed += rebuilt?.completed ?? 0;
      for (const [table, count] of rebuilt?.differing ?? []) differing[table] = (differing[table] ?? 0) + count;
      const at = now();
      if (!check && at.getTime() - publishedAtMs >= publishEveryMs) {
        await change.publish({ at, firstDay });
        publishedAtMs = at.getTime();
      }
      options.onProgress?.({ done: index + 1, days: days.length });
    }
    if (!check) await change.publish({ at: now(), firstDay });
    return { days: days.length, settledDays, rows, differing, completed };
  } finally {
    await change.discard();
  }
}

function rebuilderOf(change: TableChange, { namespace, directory, now, references }: RebuildOptions): Rebuilder {
  const takenAnew = references === true ? dayOf(now()) : null;
  const assetOf = (key: string) => directory.lookup(key);
  switch (namespace.kind) {
    case "text":
      return rebuiltMentionDays(change, namespace, assetOf, takenAnew);
    case "market":
      return rebuiltTradedDays(change, namespace, assetOf, now(), takenAnew);
  }
}
