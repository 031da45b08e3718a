import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TableChange, TableStore } from "../storage/table-store.js";
import type { TableName } from "../storage/tables.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf, type UtcDay } from "../time/utc-day.js";
import { rebuiltMentionDays } from "./rebuild-mentions.js";
import { rebuiltTradedDays } from "./rebuild-traded.js";
import type { Rebuilder } from "./rebuilder.js";

/** What to rebuild, and how. */
export interface RebuildOptions {
  readonly namespace: NamespaceDefinition;
  readonly directory: AssetDirectory;
  readonly now: () => Date;
  /** First and last day, both included; all stored days when left out. */
  readonly from?: UtcDay | undefined;
  readonly to?: UtcDay | undefined;
  /** Only compares and writes nothing. */
  readonly check: boolean;
  /**
   * Recomputes the references of closed days, and closes loaded history that is over: use it once the history is complete.
   * The revision of a closed day goes up when its references change. False when left out.
   */
  readonly references?: boolean | undefined;
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Progress of a rebuild. */
export interface RebuildProgress {
  readonly done: number;
  readonly days: number;
}

/** Result of a rebuild. */
export interface RebuildReport {
  readonly days: number;
  /** Closed days that stay as they are because their readings are past their retention. */
  readonly settledDays: number;
  readonly rows: number;
  readonly differing: Readonly<Partial<Record<TableName, number>>>;
  readonly completed: number;
}

/** Time between two publications of a rebuild. */
const publishEveryMs = 15_000;

/**
 * Derives every row of the days again from the mentions and markets, and reports where the result differs from the stored
 * rows. References of closed days stay unless `references` is set. Rows of release 0.1.0 also get the columns that were
 * added since. Whole days are published every few seconds, so the rebuild may be killed at any moment.
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
