import { comparedText } from "../metrics/text-print.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { TableChange } from "../storage/table-store.js";
import type { UtcDay } from "../time/utc-day.js";
import { type ActivityRow, isCounted } from "./activity.js";
import type { ActivityChanges } from "./activity-changes.js";
import { type AssetOf, DayActivity } from "./day-activity.js";
import { type BuzzScope, buzzScopes, type DayReferenceRow, type MarketDay } from "./day-reference.js";
import { FreshReferences } from "./fresh-references.js";
import {
  type DayOutcome,
  daysToMeasure,
  keptReference,
  lookedAt,
  type PublicationDays,
  referenceTakenAnew,
} from "./kept-reference.js";
import { loadDay, tellTexts } from "./load-day.js";
import {
  activityTables,
  marketDayOf,
  measuredRow,
  measuredPages,
  measureRows,
  type References,
  sameNumbers,
  sameReference,
  sameReferenceNumbers,
} from "./measured-row.js";
import { type RollUp, rollUpAtOnce } from "./roll-up.js";
import { SeenDays } from "./seen-days.js";

/** Most documents in memory over all days; the least recently used days are evicted first. */
const keptDocuments = 1_500_000;

/**
 * The daily tables of one text namespace. Days that change are kept in memory, and loaded from the stored rows when they are
 * not. A day's references use earlier days only; `kept-reference.ts` says when they change.
 */
export class MentionDays {
  readonly #change: TableChange;
  readonly #namespace: TextNamespace;
  readonly #assetOf: AssetOf;
  /** Least recently used first. */
  readonly #days = new Map<UtcDay, DayActivity>();
  readonly #changed = new Set<UtcDay>();
  readonly #rollUp: RollUp;
  /** Days that have mentions without rows, or with rows of an earlier state of them. */
  readonly #waiting: Set<UtcDay>;
  /** Changed days that were evicted: their rows are written but have no buzz yet. */
  readonly #unmeasured = new Set<UtcDay>();
  /** Past days whose coverage by live sources changed. */
  readonly #seenAnew = new Set<UtcDay>();
  readonly #seen: SeenDays;
  readonly #fresh: FreshReferences;
  #references: Map<UtcDay, References> | null = null;
  #market: Map<UtcDay, MarketDay> | null = null;

  constructor(change: TableChange, namespace: TextNamespace, assetOf: AssetOf, rollUp: RollUp = rollUpAtOnce) {
    this.#change = change;
    this.#namespace = namespace;
    this.#assetOf = assetOf;
    this.#rollUp = rollUp;
    this.#waiting = new Set(rollUp.waiting);
    this.#seen = new SeenDays(change);
    this.#fresh = new FreshReferences(change, namespace, this.#seen);
  }

  /** Days that wait to be rolled up, in order. */
  get waiting(): UtcDay[] {
    return [...this.#waiting].sort();
  }

  /** Replaces the stored rows of whole documents. */
  async take(rows: readonly MentionRow[], replaced: ReadonlyMap<string, UtcDay>): Promise<void> {
    const byDay = new Map<UtcDay, Map<string, MentionRow[]>>();
    const entry = (day: UtcDay, id: string) => {
      const documents = byDay.get(day) ?? new Map<string, MentionRow[]>();
      byDay.set(day, documents);
      const own = documents.get(id) ?? [];
      documents.set(id, own);
      return own;
    };
    for (const [id, day] of replaced) entry(day, id);
    for (const row of rows) entry(row.day, row.document_id).push(row);
    const days = [...byDay.keys()].sort();
    // Load the days before their stored rows change.
    if (!this.#rollUp.isLater) for (const day of days) await this.#activityOf(day);
    const gone = [...replaced.keys()].map((document_id) => ({ document_id }));
    await this.#change.put("mentions", rows, gone);
    for (const day of days) {
      if (this.#rollUp.isLater) {
        this.#waiting.add(day);
        continue;
      }
      const activity = await this.#activityOf(day);
      for (const [id, own] of byDay.get(day) ?? [])
        activity.put(id, own.filter(isCounted), own[0] === undefined ? null : comparedText(own[0]));
      this.#changed.add(day);
    }
  }

  /** Call it when the coverage of some days changed. Only days before today are part of other days' references. */
  async seenAnew(days: ReadonlySet<UtcDay>, today: UtcDay): Promise<void> {
    const past = new Set([...days].filter((day) => day < today));
    for (const day of await this.#seen.changed(past)) {
      this.#fresh.forget(day);
      this.#seenAnew.add(day);
    }
  }

  /** Writes the rows of the changed days, and at the end of a run freezes their references. */
  async derive(publication: PublicationDays): Promise<void> {
    // References rest on earlier days, and some of those may wait.
    if (this.#rollUp.isLater) return;
    for (const day of this.#waiting) this.#changed.add(day);
    const references = await this.#storedReferences();
    const market = await this.#marketDays();
    const subjects = [...references.values()].flatMap((rows) => rows.get("subject") ?? []);
    const kept = [...this.#days].flatMap(([day, activity]) => (this.#changed.has(day) ? [activity] : []));
    await tellTexts(kept, this.#change);
    const moved = new Set([...this.#changed, ...this.#seenAnew]);
    for (const day of daysToMeasure(moved, subjects, publication)) {
      // A day without rows has no reference.
      if (!this.#changed.has(day) && !references.has(day)) continue;
      const changes = this.#changed.has(day) ? await this.#changesOf(day) : null;
      const isChanged = (changes !== null && changes.groups.size > 0) || this.#unmeasured.has(day);
      if (changes !== null) this.#remember(day, changes, market);
      const stored = references.get(day);
      const next = await this.#measuredAgainst(day, market, stored, { isChanged, ...publication });
      if (changes !== null) await this.#write(day, changes, next);
      const isMoved = stored !== undefined && !sameNumbers(stored, next);
      if (isMoved || this.#unmeasured.has(day)) await this.#measureAgain(day, next);
      const rows = [...next.values()];
      if (stored === undefined || rows.some((row) => !sameReference(stored.get(row.scope), row)))
        await this.#change.replace("day_reference", rows);
      references.set(day, next);
    }
    this.#changed.clear();
    this.#seenAnew.clear();
    this.#unmeasured.clear();
  }

  /**
   * The references of a day that is rebuilt: the frozen ones, or fresh ones where the day is open.
   *
   * @param row The market's row of the day.
   * @param takenAnew Today, to recompute frozen references as well; else null.
   */
  async references(
    day: UtcDay,
    stored: References,
    row: ActivityRow | null,
    takenAnew: UtcDay | null,
  ): Promise<References> {
    const market = await this.#marketDays();
    if (row === null) market.delete(day);
    else market.set(day, marketDayOf(row));
    const isSame = sameReferenceNumbers;
    const next: References = new Map();
    for (const [scope, fresh] of await this.#fresh.of(day, market)) {
      const before = stored.get(scope);
      if (takenAnew !== null) next.set(scope, referenceTakenAnew(before, fresh, { today: takenAnew, isSame }));
      else if (before?.frozen === true) next.set(scope, before);
      else next.set(scope, keptReference(before, fresh, lookedAt));
    }
    return next;
  }

  /** Drops what is remembered of the day: its rows changed outside of this class. */
  forget(day: UtcDay): void {
    this.#fresh.forget(day);
  }

  /** First day with a counted mention; null when there is none. */
  async firstDay(): Promise<UtcDay | null> {
    return [...(await this.#marketDays()).keys()].sort()[0] ?? null;
  }

  /** The activity of a day, loaded if needed. Evicts the least recently used days to make room. */
  async #activityOf(day: UtcDay): Promise<DayActivity> {
    const known = this.#days.get(day);
    const activity = known ?? new DayActivity(day, this.#namespace, this.#assetOf);
    if (known === undefined) await loadDay(activity, this.#change);
    this.#days.delete(day);
    let size = activity.size;
    for (const other of this.#days.values()) size += other.size;
    for (const [oldest, other] of this.#days) {
      if (size <= keptDocuments) break;
      if (this.#changed.has(oldest)) {
        const changes = await this.#changesOf(oldest);
        await this.#putRows(changes, null);
        this.#remember(oldest, changes, await this.#marketDays());
        this.#unmeasured.add(oldest);
      }
      this.#days.delete(oldest);
      size -= other.size;
    }
    this.#days.set(day, activity);
    return activity;
  }

  async #changesOf(day: UtcDay): Promise<ActivityChanges> {
    if (this.#waiting.delete(day)) return this.#rolledUp(day);
    const activity = await this.#activityOf(day);
    await tellTexts([activity], this.#change);
    return activity.changes();
  }

  /** Every row of a day that waited. Rows of an earlier state of it are dropped first. */
  async #rolledUp(day: UtcDay): Promise<ActivityChanges> {
    const days = { from: day, to: day };
    for (const table of activityTables) {
      const columns = ["key", "contributor", "day"] as const;
      for await (const page of this.#change.pages(table, { days, columns })) await this.#change.put(table, [], page);
    }
    const rolled = this.#days.has(day) ? null : this.#rollUp.rolled(day);
    if (rolled !== null) return rolled;
    const activity = await this.#activityOf(day);
    await tellTexts([activity], this.#change);
    return { ...activity.everything(), isWhole: true };
  }

  /** Notes a changed day in the history that later days are measured against. */
  #remember(day: UtcDay, changes: ActivityChanges, market: Map<UtcDay, MarketDay>): void {
    for (const scope of buzzScopes) {
      const changed = changes.groups.get(`${scope}_daily`);
      if (changed !== undefined) this.#fresh.change(day, scope, changes.isWhole ? changed.rows : null);
    }
    const whole = changes.groups.get("market_daily");
    const [row] = whole?.rows ?? [];
    if (row !== undefined) market.set(day, marketDayOf(row));
    else if (whole !== undefined) market.delete(day);
  }

  async #measuredAgainst(
    day: UtcDay,
    market: ReadonlyMap<UtcDay, MarketDay>,
    stored: References | undefined,
    outcome: DayOutcome,
  ): Promise<References> {
    const next: References = new Map();
    for (const [scope, fresh] of await this.#fresh.of(day, market))
      next.set(scope, keptReference(stored?.get(scope), fresh, outcome));
    return next;
  }

  async #write(day: UtcDay, changes: ActivityChanges, against: References): Promise<void> {
    await this.#putRows(changes, against);
    const hours = Array.from({ length: 24 }, (_, hour) => ({ day, hour }));
    await this.#change.put("market_hourly", changes.hourly, hours);
  }

  /** @param against Null to leave the rows without a buzz. */
  async #putRows({ groups, contributors }: ActivityChanges, against: References | null): Promise<void> {
    const terms = this.#namespace.buzzTerms;
    for (const [table, { rows, gone }] of groups) {
      if (against !== null) measureRows(table, rows, against, terms);
      await this.#change.replace(table, rows, gone);
    }
    for (const [table, pages] of contributors) {
      await this.#change.replacePages(table, against === null ? pages : measuredPages(table, pages, against, terms));
    }
  }

  /** Measures every row of the day against changed references. */
  async #measureAgain(day: UtcDay, against: References): Promise<void> {
    for (const table of activityTables) {
      for await (const rows of this.#change.pages(table, { days: { from: day, to: day } })) {
        const measured = rows.map((row) => measuredRow(table, row, against, this.#namespace.buzzTerms));
        const moved = measured.filter(({ buzz: value }, index) => value !== rows[index]?.buzz);
        if (moved.length > 0) await this.#change.replace(table, moved);
      }
    }
  }

  async #storedReferences(): Promise<Map<UtcDay, References>> {
    if (this.#references !== null) return this.#references;
    const found = new Map<UtcDay, References>();
    for (const row of await this.#change.rows("day_reference")) {
      const rows = found.get(row.day) ?? new Map<BuzzScope | "market", DayReferenceRow>();
      found.set(row.day, rows.set(row.scope, row));
    }
    this.#references = found;
    return found;
  }

  async #marketDays(): Promise<Map<UtcDay, MarketDay>> {
    if (this.#market !== null) return this.#market;
    const rows = await this.#change.rows("market_daily", { columns: ["day", "mentions", "authors", "engagement"] });
    this.#market = new Map(rows.map((row) => [row.day, marketDayOf(row)]));
    return this.#market;
  }
}
