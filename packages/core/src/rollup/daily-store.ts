import { MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { MarketBatch, MarketCommit, MarketRow, MarketStore } from "../storage/market-store.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { AwaitedReactionsRow } from "../storage/awaited-reactions.js";
import type { CommitContext, MentionBatch, MentionStore, StoredDocument } from "../storage/mention-store.js";
import type { Snapshot } from "../storage/snapshot.js";
import type { SourceStateRow } from "../storage/source-tables.js";
import type { TableChange, TableStore } from "../storage/table-store.js";
import { addDays, dayOf, type UtcDay, utcDay } from "../time/utc-day.js";
import { publicationDays } from "./kept-reference.js";
import { MarketRecords } from "./market-records.js";
import { MentionDays } from "./mention-days.js";
import { type RollUpOptions, rollUpOf } from "./roll-up.js";
import { putSourceProgress } from "./source-records.js";
import { storedDocuments } from "./stored-documents.js";
import { TradedDays } from "./traded-days.js";

/** Longest time between two publications of a long run; well below the half minute that readers are promised. */
const PUBLISH_EVERY_MS = 15_000;
/** Most rows that may wait for a publication. */
const MOST_WAITING_ROWS = 50_000;

/** Days for which the reactions to an unread document are kept. */
const AWAITED_DAYS = 90;
/** Every day. A query that names its days skips tables that have no file for them. */
const allDays = { from: utcDay("0001-01-01"), to: utcDay("9999-12-31") };

/** How often a store publishes. */
export interface PublicationOptions {
  /**
   * Time between two publications while a run goes on, in milliseconds; 0 publishes every batch, and Infinity only the end of the
   * run, however much that is. 15 s when left out.
   */
  readonly publishEveryMs?: number;
}

/** Options of {@link DailyStore}. */
export interface DailyStoreOptions extends PublicationOptions, RollUpOptions {}

/** Unpublished work of one namespace. */
interface OpenNamespace {
  readonly change: TableChange;
  /** Null for market namespaces. */
  readonly mentions: MentionDays | null;
  readonly records: MarketRecords;
  readonly traded: TradedDays;
  waitingRows: number;
  publishedAtMs: number | null;
}

/**
 * Stores mentions and markets and derives the daily tables from them. This class decides what a day comes to;
 * {@link TableStore} decides where the tables are and how they are written.
 */
export class DailyStore implements MentionStore, MarketStore {
  readonly #tables: TableStore;
  readonly #publishEveryMs: number;
  readonly #options: DailyStoreOptions;
  readonly #open = new Map<string, OpenNamespace>();

  constructor(tables: TableStore, options: DailyStoreOptions = {}) {
    this.#tables = tables;
    this.#options = options;
    this.#publishEveryMs = options.publishEveryMs ?? PUBLISH_EVERY_MS;
  }

  get snapshot(): Snapshot {
    return this.#tables.snapshot;
  }

  async documents(
    namespace: NamespaceDefinition,
    documentIds: readonly string[],
  ): Promise<Map<string, StoredDocument>> {
    return storedDocuments(await this.#tables.change(namespace.id), documentIds);
  }

  async rows(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<MentionRow[]> {
    return inOrder(await this.#where(namespace, "document_id", documentIds));
  }

  async replies(namespace: NamespaceDefinition, threadIds: readonly string[]): Promise<MentionRow[]> {
    const rows = await this.#where(namespace, "thread_id", threadIds);
    return inOrder(rows.filter(({ document_id, thread_id }) => document_id !== thread_id));
  }

  async awaited(
    namespace: NamespaceDefinition,
    documentIds: readonly string[],
  ): Promise<Map<string, AwaitedReactionsRow>> {
    if (documentIds.length === 0) return new Map();
    const change = await this.#tables.change(namespace.id);
    const rows = await change.rows("awaited_reactions", {
      days: allDays,
      where: { column: "document_id", values: documentIds },
    });
    return new Map(rows.map((row) => [row.document_id, row]));
  }

  async openHistory(namespace: NamespaceDefinition): Promise<UtcDay[]> {
    const change = await this.#tables.change(namespace.id);
    const table = namespace.kind === "text" ? "day_reference" : "traded_reference";
    const rows = await change.rows(table, { columns: ["day", "frozen", "history"], distinct: true });
    return [...new Set(rows.filter((row) => row.history === true && !row.frozen).map(({ day }) => day))].sort();
  }

  async sources(namespace: NamespaceDefinition): Promise<SourceStateRow[]> {
    return (await this.#tables.change(namespace.id)).rows("source_state");
  }

  async commit(batch: MentionBatch, context: CommitContext): Promise<boolean> {
    const { namespace, rows, replaced, awaited } = batch;
    return this.#undoing(namespace, async () => {
      const open = await this.#opened(namespace, context);
      await open.mentions?.take(rows, replaced);
      if (awaited !== undefined) await open.change.replace("awaited_reactions", awaited.rows, awaited.gone);
      return this.#publishWhenDue(namespace, rows.length, context);
    });
  }

  publish(namespace: NamespaceDefinition, context: CommitContext): Promise<Snapshot> {
    return this.#undoing(namespace, () => this.#publishNow(namespace, context, null));
  }

  freeze(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot> {
    return this.#undoing(namespace, () => this.#publishNow(namespace, context, today));
  }

  async markets(namespace: NamespaceDefinition, conditionIds: readonly string[]): Promise<Map<string, MarketRow>> {
    return new MarketRecords(await this.#tables.change(namespace.id)).stored(conditionIds);
  }

  async commitMarkets(batch: MarketBatch, context: CommitContext): Promise<MarketCommit> {
    const { namespace } = batch;
    return this.#undoing(namespace, async () => {
      const { records, traded } = await this.#opened(namespace, context);
      const firstKept = addDays(dayOf(context.now), 1 - namespace.rawMentions.retentionDays);
      const { days, added, changed, closed } = await records.store(batch, await traded.settledDays(firstKept));
      traded.mark(days);
      const published = await this.#publishWhenDue(namespace, added.size + changed.size, context);
      return { published, added, changed, closed };
    });
  }

  freezeMarkets(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot> {
    return this.#undoing(namespace, async () => {
      const { records, traded } = await this.#opened(namespace, context);
      const firstKept = addDays(today, 1 - namespace.rawMentions.retentionDays);
      const firstOpen = await traded.firstOpenDay();
      await records.expire(firstOpen !== null && firstOpen < firstKept ? firstOpen : firstKept);
      return this.#publishNow(namespace, context, today);
    });
  }

  close(): Promise<void> {
    this.#open.clear();
    return this.#tables.close();
  }

  async #where(namespace: NamespaceDefinition, column: "document_id" | "thread_id", values: readonly string[]) {
    if (values.length === 0) return [];
    const change = await this.#tables.change(namespace.id);
    return change.rows("mentions", { where: { column, values } });
  }

  async #opened(namespace: NamespaceDefinition, { directory, now }: CommitContext): Promise<OpenNamespace> {
    const known = this.#open.get(namespace.id);
    if (known !== undefined) {
      known.publishedAtMs ??= now.getTime();
      return known;
    }
    const change = await this.#tables.change(namespace.id);
    const assetOf = (key: string) => directory.lookup(key);
    const records = new MarketRecords(change);
    const rollUp = rollUpOf(this.snapshot, namespace.id, this.#options);
    const open: OpenNamespace = {
      change,
      mentions: namespace.kind === "text" ? new MentionDays(change, namespace, assetOf, rollUp) : null,
      records,
      traded: new TradedDays(change, records, assetOf),
      waitingRows: 0,
      publishedAtMs: now.getTime(),
    };
    this.#open.set(namespace.id, open);
    return open;
  }

  async #publishWhenDue(namespace: NamespaceDefinition, rows: number, context: CommitContext): Promise<boolean> {
    const open = await this.#opened(namespace, context);
    open.waitingRows += rows;
    if (this.#publishEveryMs === Infinity) return false;
    const sinceMs = context.now.getTime() - (open.publishedAtMs ?? 0);
    if (sinceMs < this.#publishEveryMs && open.waitingRows < MOST_WAITING_ROWS) return false;
    await this.#publishNow(namespace, context, null);
    return true;
  }

  async #publishNow(namespace: NamespaceDefinition, context: CommitContext, closing: UtcDay | null): Promise<Snapshot> {
    const open = await this.#opened(namespace, context);
    const run = { isLast: closing !== null, isHistory: context.history ?? false };
    const publication = publicationDays(closing ?? dayOf(context.now), run);
    const seen = await putSourceProgress(open.change, context.sources ?? [], dayOf(context.now));
    await open.mentions?.seenAnew(seen, dayOf(context.now));
    await open.traded.seenAnew(seen, dayOf(context.now));
    await open.mentions?.derive(publication);
    await open.traded.derive(publication);
    await open.change.dropBefore("awaited_reactions", addDays(dayOf(context.now), -AWAITED_DAYS));
    const days = [await open.mentions?.firstDay(), await open.traded.firstDay()].filter((day) => day != null);
    const firstDay = days.sort()[0] ?? null;
    const waiting = open.mentions?.waiting;
    const snapshot = await open.change.publish({ at: context.now, run: context.run, firstDay, waiting });
    open.waitingRows = 0;
    open.publishedAtMs = closing === null ? context.now.getTime() : null;
    return snapshot;
  }

  /** Runs the work; if it fails, drops everything unpublished from the tables and from memory. */
  async #undoing<Result>(namespace: NamespaceDefinition, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      this.#open.delete(namespace.id);
      await (await this.#tables.change(namespace.id)).discard();
      if (cause instanceof MarketDataError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new MarketDataError("engine_unavailable", `Nothing was published: ${reason}`, {}, { cause });
    }
  }
}

function inOrder(rows: readonly MentionRow[]): MentionRow[] {
  const subject = (row: MentionRow) => row.subject ?? "\u{10ffff}";
  return [...rows].sort((a, b) =>
    a.document_id === b.document_id ? (subject(a) < subject(b) ? -1 : 1) : a.document_id < b.document_id ? -1 : 1,
  );
}
