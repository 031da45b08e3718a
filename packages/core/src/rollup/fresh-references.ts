import { BASELINE_WINDOW_DAYS } from "../metrics/market-buzz.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { TableChange } from "../storage/table-store.js";
import { addDays, type UtcDay } from "../time/utc-day.js";
import type { ActivityRow } from "./activity.js";
import { baselineOf, type BuzzScope, buzzScopes, type MarketDay, marketReference } from "./day-reference.js";
import { MeasureHistory } from "./measure-history.js";
import { noMarketReference, type References } from "./measured-row.js";
import type { SeenDays } from "./seen-days.js";

/** What a day of a text namespace is measured against, computed from the current rows of the days before it. */
export class FreshReferences {
  readonly #seen: SeenDays;
  readonly #histories: Readonly<Record<BuzzScope, MeasureHistory>>;

  constructor(change: TableChange, namespace: TextNamespace, seen: SeenDays) {
    this.#seen = seen;
    const history = (scope: BuzzScope) =>
      new MeasureHistory(
        (from, to) =>
          change.rows(`${scope}_daily`, { days: { from, to }, columns: ["day", "evidence", "people", "places"] }),
        namespace.buzzTerms,
        seen,
      );
    this.#histories = { subject: history("subject"), sector: history("sector"), country: history("country") };
  }

  /** Call it when the rows of a day changed. `rows`: all of them in a scope; null to read them again when they are needed. */
  change(day: UtcDay, scope: BuzzScope, rows: readonly ActivityRow[] | null): void {
    this.#histories[scope].change(day, rows);
  }

  /** Forgets what is remembered of a day. */
  forget(day: UtcDay): void {
    for (const scope of buzzScopes) this.#histories[scope].change(day, null);
  }

  /** @param market The days of the whole market. */
  async of(day: UtcDay, market: ReadonlyMap<UtcDay, MarketDay>): Promise<References> {
    const fresh: References = new Map();
    for (const scope of buzzScopes) {
      const { reference, historyDays, provisional } = await this.#histories[scope].reference(day);
      fresh.set(scope, { ...noMarketReference, ...reference, day, scope, history_days: historyDays, provisional });
    }
    return fresh.set("market", marketReference(day, baselineOf(day, await this.#past(day, market))));
  }

  /** The earlier days that say what is normal: without days that live sources missed, with days on which nobody spoke. */
  async #past(day: UtcDay, market: ReadonlyMap<UtcDay, MarketDay>): Promise<MarketDay[]> {
    const [from, to] = [addDays(day, -BASELINE_WINDOW_DAYS), addDays(day, -1)];
    const missed = await this.#seen.missed(from, to);
    const silent = (await this.#seen.seen(from, to)).filter((other) => !market.has(other));
    return [
      ...[...market.values()].filter((past) => !missed.has(past.day)),
      ...silent.map((other): MarketDay => ({ day: other, mentions: 0, people: 0, engagement: 0 })),
    ];
  }
}
