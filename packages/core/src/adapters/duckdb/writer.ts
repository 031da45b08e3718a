import { resolve } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import type { Reactions } from "../../ingest/document.js";
import type { NamespaceDefinition } from "../../namespaces/define.js";
import type { MentionRow } from "../../storage/mention-row.js";
import type { MarketBatch, MarketCommit, MarketRow, MarketStore } from "../../storage/market-store.js";
import type { CommitContext, MentionBatch, MentionStore, StoredDocument } from "../../storage/mention-store.js";
import { type Snapshot, withFiles, withRun } from "../../storage/snapshot.js";
import { mentionColumns } from "../../storage/tables.js";
import { addDays, dayOf, type UtcDay, utcDay } from "../../time/utc-day.js";
import { FileSet, removeOrphans, removeRetired } from "./file-set.js";
import { openInstance, readRows } from "./instance.js";
import { loadRows } from "./load-rows.js";
import { DailyTables } from "./daily-tables.js";
import { MarketTableFiles } from "./market-table-files.js";
import { MarketTables } from "./market-tables.js";
import { publishSnapshot, readSnapshot } from "./snapshot-files.js";
import { TradedDays } from "./traded-days.js";
import { lockForWriting } from "./writer-lock.js";

/** Files of one month beyond which a commit merges them into one. */
const filesPerMonth = 8;

/**
 * Opens a data directory for writing; creates it where it is missing and removes what a killed writer left behind.
 *
 * @throws MarketDataError `store_locked` while another process writes, `store_damaged` when it cannot be read or written.
 */
export async function openWriter(directory: string): Promise<MentionStore & MarketStore> {
  const root = resolve(directory);
  const unlock = await lockForWriting(root);
  try {
    const snapshot = await readSnapshot(root);
    await removeOrphans(root, snapshot);
    const instance = await openInstance([root], 2);
    return new DuckDbWriter(root, instance, await instance.connect(), snapshot, unlock);
  } catch (cause) {
    unlock();
    throw cause;
  }
}

class DuckDbWriter implements MentionStore, MarketStore {
  #snapshot: Snapshot;
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #unlock: () => void;

  constructor(
    root: string,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    snapshot: Snapshot,
    unlock: () => void,
  ) {
    this.#root = root;
    this.#instance = instance;
    this.#connection = connection;
    this.#snapshot = snapshot;
    this.#unlock = unlock;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  async documents(
    namespace: NamespaceDefinition,
    documentIds: readonly string[],
  ): Promise<Map<string, StoredDocument>> {
    await this.#loadIds("wanted", documentIds);
    const files = new FileSet(this.#root, this.#connection, this.#snapshot);
    const reactions = reactionColumns.map((column) => `ANY_VALUE(${column}) AS ${column}`).join(", ");
    const rows = await readRows<StoredDocumentRow>(
      this.#connection,
      `SELECT document_id, ANY_VALUE(content_hash) AS content_hash, ANY_VALUE(hints) AS hints,
  MIN(epoch_ms(first_seen_utc)) AS first_seen, MIN(epoch_ms(created_utc)) AS created, MAX(epoch_ms(as_of_utc)) AS as_of,
  BOOL_AND(title IS NULL AND body IS NULL) AS gone, ANY_VALUE(place) AS place, MAX(revision) AS revision, ${reactions}
FROM (${files.source(namespace.id, "mentions")}) AS mentions SEMI JOIN wanted USING (document_id)
GROUP BY document_id`,
    );
    return new Map(
      rows.map(
        ({ document_id, content_hash, hints, first_seen, created, as_of, gone, place, revision, ...counters }) => [
          document_id,
          {
            documentId: document_id,
            contentHash: content_hash,
            hints: hints === "" ? [] : hints.split(","),
            firstSeenMs: first_seen,
            createdMs: created,
            asOfMs: as_of,
            gone,
            place,
            reactions: counters,
            revision,
          },
        ],
      ),
    );
  }

  async rows(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<MentionRow[]> {
    return this.#storedRows(namespace, documentIds, "SEMI JOIN wanted USING (document_id)");
  }

  async replies(namespace: NamespaceDefinition, threadIds: readonly string[]): Promise<MentionRow[]> {
    return this.#storedRows(
      namespace,
      threadIds,
      "SEMI JOIN wanted ON wanted.document_id = mentions.thread_id WHERE mentions.document_id <> mentions.thread_id",
    );
  }

  async #storedRows(
    namespace: NamespaceDefinition,
    wanted: readonly string[],
    condition: string,
  ): Promise<MentionRow[]> {
    if (wanted.length === 0) return [];
    await this.#loadIds("wanted", wanted);
    const files = new FileSet(this.#root, this.#connection, this.#snapshot);
    const instants = ["created_utc", "first_seen_utc", "as_of_utc"].map((column) => `epoch_ms(${column}) AS ${column}`);
    return readRows<MentionRow>(
      this.#connection,
      `SELECT * REPLACE (${instants.join(", ")}, CAST(day AS VARCHAR) AS day)
FROM (${files.source(namespace.id, "mentions")}) AS mentions ${condition}
ORDER BY document_id, subject`,
    );
  }

  async commit(batch: MentionBatch, context: CommitContext): Promise<Snapshot> {
    return this.#publish(context, async (files) => {
      const touched = await this.#replaceMentions(batch, files);
      const daily = new DailyTables(this.#connection, files, batch.namespace);
      await daily.rebuild(touched, (key) => context.directory.lookup(key));
      return batch.namespace;
    });
  }

  async freeze(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot> {
    return this.#publish(context, async (files) => {
      await new DailyTables(this.#connection, files, namespace).freeze(today);
      return namespace;
    });
  }

  async markets(namespace: NamespaceDefinition, conditionIds: readonly string[]): Promise<Map<string, MarketRow>> {
    const files = new FileSet(this.#root, this.#connection, this.#snapshot);
    return new MarketTables(new MarketTableFiles(this.#connection, files, namespace)).stored(conditionIds);
  }

  async commitMarkets(batch: MarketBatch, context: CommitContext): Promise<MarketCommit> {
    let done: Omit<MarketCommit, "snapshot"> = { added: new Set(), changed: new Set(), closed: new Set() };
    const snapshot = await this.#publish(context, async (files) => {
      const tables = new MarketTableFiles(this.#connection, files, batch.namespace);
      const markets = new MarketTables(tables);
      const change = await markets.store(
        batch,
        addDays(dayOf(context.now), 1 - batch.namespace.rawMentions.retentionDays),
      );
      await new TradedDays(tables, markets).rebuild(change.days, (key) => context.directory.lookup(key));
      done = change;
      return batch.namespace;
    });
    const { added, changed, closed } = done;
    return { snapshot, added, changed, closed };
  }

  async freezeMarkets(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot> {
    return this.#publish(context, async (files) => {
      const tables = new MarketTableFiles(this.#connection, files, namespace);
      const markets = new MarketTables(tables);
      await new TradedDays(tables, markets).freeze(today);
      await markets.expire(addDays(today, 1 - namespace.rawMentions.retentionDays));
      return namespace;
    });
  }

  close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
    this.#unlock();
    return Promise.resolve();
  }

  /** Runs one change and publishes what it wrote as the next state; on failure nothing of it is kept. */
  async #publish(context: CommitContext, change: (files: FileSet) => Promise<NamespaceDefinition>): Promise<Snapshot> {
    const files = new FileSet(this.#root, this.#connection, this.#snapshot);
    try {
      const namespace = await change(files);
      const at = context.now.toISOString();
      let next = withFiles(this.#snapshot, { add: files.added, drop: files.dropped, at });
      if (context.run !== undefined) next = withRun(next, context.run);
      const unchanged =
        files.added.length === 0 &&
        files.dropped.length === 0 &&
        (context.run === undefined || context.run.outcome === "running");
      if (unchanged) return this.#snapshot;
      const firstDay = await this.#firstDay(namespace, files);
      const firstDays = firstDay === null ? next.firstDays : { ...next.firstDays, [namespace.id]: firstDay };
      next = await removeRetired(this.#root, { ...next, firstDays }, context.now);
      next = { ...next, version: this.#snapshot.version + 1, publishedAt: at };
      await publishSnapshot(this.#root, next);
      this.#snapshot = next;
      return next;
    } catch (cause) {
      await files.discard();
      if (cause instanceof MarketDataError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new MarketDataError("engine_unavailable", `Nothing was published: ${reason}`, {}, { cause });
    }
  }

  /** Puts the batch's rows in the place of whatever is stored of its documents. Gives the days that changed. */
  async #replaceMentions(batch: MentionBatch, files: FileSet): Promise<UtcDay[]> {
    const { id } = batch.namespace;
    await this.#loadIds("replaced", batch.documentIds);
    await loadRows(this.#connection, "incoming", mentionColumns, batch.rows);
    const outdated = await readRows<{ day: string }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day
FROM (${files.source(id, "mentions")}) AS mentions SEMI JOIN replaced USING (document_id)`,
    );
    const incoming = await readRows<{ day: string }>(
      this.#connection,
      "SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM incoming",
    );
    const rewritten = new Set(outdated.map(({ day }) => monthOf(day)));
    const months = new Set([...rewritten, ...incoming.map(({ day }) => monthOf(day))]);
    for (const month of [...months].sort()) {
      const fresh = `SELECT * FROM incoming WHERE strftime(day, '%Y-%m') = '${month}'`;
      const stored = files.files(id, "mentions", month);
      if (!rewritten.has(month) && stored.length < filesPerMonth) {
        await files.write(id, "mentions", month, fresh);
        continue;
      }
      const kept = `SELECT * FROM (${files.source(id, "mentions", month)}) AS mentions ANTI JOIN replaced USING (document_id)`;
      await files.write(id, "mentions", month, `${kept} UNION ALL BY NAME ${fresh}`);
      files.drop(stored);
    }
    return [...new Set([...outdated, ...incoming].map(({ day }) => utcDay(day)))].sort();
  }

  async #loadIds(table: string, documentIds: readonly string[]): Promise<void> {
    await loadRows(
      this.#connection,
      table,
      { document_id: "VARCHAR" },
      [...new Set(documentIds)].map((document_id) => ({ document_id })),
    );
  }

  async #firstDay(namespace: NamespaceDefinition, files: FileSet): Promise<UtcDay | null> {
    const sql = `SELECT CAST(MIN(day) AS VARCHAR) AS day FROM (SELECT day FROM (${files.source(namespace.id, "market_daily")}) AS said
UNION ALL SELECT day FROM (${files.source(namespace.id, "traded_daily")}) AS traded) AS days`;
    const [row] = await readRows<{ day: string | null }>(this.#connection, sql);
    return row?.day == null ? null : utcDay(row.day);
  }
}

const reactionColumns = ["upvotes", "likes", "retweets", "replies", "quotes", "views"] as const;

type StoredDocumentRow = Reactions & {
  readonly document_id: string;
  readonly content_hash: string;
  readonly hints: string;
  readonly first_seen: number;
  readonly created: number;
  readonly as_of: number | null;
  readonly gone: boolean;
  readonly place: string | null;
  readonly revision: number;
};

/** `YYYY-MM` of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}
