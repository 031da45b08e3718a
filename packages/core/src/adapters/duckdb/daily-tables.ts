import type { DuckDBConnection } from "@duckdb/node-api";
import { BASELINE_WINDOW_DAYS } from "../../metrics/market-buzz.js";
import {
  BUZZ_REFERENCE_START,
  REFERENCE_QUANTILE,
  REFERENCE_WINDOW_DAYS,
  referenceFromPercentiles,
  type ReferencePercentiles,
} from "../../metrics/buzz-reference.js";
import { buzzSqlExpression } from "../../metrics/buzz.js";
import type { NamespaceDefinition } from "../../namespaces/define.js";
import type { ActivityRow, DayMention } from "../../rollup/activity.js";
import { buildDay, type DayRollup } from "../../rollup/build-day.js";
import {
  baselineOf,
  type BuzzScope,
  buzzScopes,
  type DayReferenceRow,
  type MarketDay,
  marketBuzzAgainst,
  marketReference,
} from "../../rollup/day-reference.js";
import { activityColumns, hourlyColumns, referenceColumns, type TableName } from "../../storage/tables.js";
import type { Asset } from "../../subjects/asset.js";
import { addDays, type UtcDay } from "../../time/utc-day.js";
import type { FileSet } from "./file-set.js";
import { readRows } from "./instance.js";
import { loadRows } from "./load-rows.js";

/** Derived tables of each buzz scope. */
const tablesOf: Readonly<Record<BuzzScope, readonly [TableName, TableName]>> = {
  subject: ["subject_daily", "subject_contributor_daily"],
  sector: ["sector_daily", "sector_contributor_daily"],
  country: ["country_daily", "country_contributor_daily"],
};

/**
 * The daily tables of one namespace inside one publication: rebuilt from the mention rows for the days that changed.
 *
 * A day's references look at the days before it only. While a day is not frozen they are taken anew with every rebuild;
 * once frozen they stay, and late data raises the day's revision and changes that day alone.
 */
export class DailyTables {
  readonly #connection: DuckDBConnection;
  readonly #files: FileSet;
  readonly #namespace: NamespaceDefinition;

  constructor(connection: DuckDBConnection, files: FileSet, namespace: NamespaceDefinition) {
    this.#connection = connection;
    this.#files = files;
    this.#namespace = namespace;
  }

  /** Rebuilds the rows of the days from the mention rows as they will be after publication. */
  async rebuild(days: readonly UtcDay[], assetOf: (key: string) => Asset | null): Promise<void> {
    if (days.length === 0) return;
    const rollups = empty();
    for (const day of days) {
      const rollup = buildDay(day, await this.#mentionsOf(day), this.#namespace, assetOf);
      for (const [table, rows] of Object.entries(rollup) as [keyof DayRollup, never[]][]) rollups[table].push(...rows);
    }
    const stored = await this.#storedReferences(days);
    for (const [table, rows] of Object.entries(rollups) as [keyof DayRollup, object[]][]) {
      await loadRows(
        this.#connection,
        `${table}_next`,
        table === "market_hourly" ? hourlyColumns : activityColumns,
        rows,
      );
    }
    const references = await this.#references(days, days, stored);
    const next = references.map((row) => {
      const old = stored.get(`${row.day} ${row.scope}`);
      return old?.frozen === true ? { ...old, revision: old.revision + 1 } : row;
    });
    await this.#score(next, days);
    for (const table of Object.keys(rollups) as (keyof DayRollup)[])
      await this.#replaceDays(table, days, `${table}_next`);
    await this.#replaceDays("day_reference", days, "day_reference_next");
  }

  /** Takes the references of the days before `today` that are not frozen anew, in order, and freezes them. */
  async freeze(today: UtcDay): Promise<void> {
    const open = await readRows<{ day: UtcDay }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (${this.#files.source(this.#namespace.id, "day_reference")}) AS r
WHERE NOT frozen AND day < CAST(? AS DATE) ORDER BY day`,
      [today],
    );
    const days = open.map(({ day }) => day);
    if (days.length === 0) return;
    for (const table of scoredTables) {
      const source = this.#files.source(this.#namespace.id, table);
      await this.#connection.run(
        `CREATE OR REPLACE TEMP TABLE ${table}_next AS SELECT * FROM (${source}) AS t WHERE ${dayIn(days)}`,
      );
    }
    const references = await this.#references(days, days, new Map());
    await this.#score(
      references.map((row) => ({ ...row, frozen: true })),
      days,
    );
    for (const table of scoredTables) await this.#replaceDays(table, days, `${table}_next`);
    await this.#replaceDays("day_reference", days, "day_reference_next");
  }

  async #mentionsOf(day: UtcDay): Promise<DayMention[]> {
    const source = this.#files.source(this.#namespace.id, "mentions", day.slice(0, 7));
    return readRows<DayMention>(
      this.#connection,
      `SELECT document_id, subject, epoch_ms(created_utc) AS created_utc, place, author, thread_id,
  CONCAT_WS(' ', title, body) AS text, url, engagement, inherited, sentiment_score, sentiment_label
FROM (${source}) AS mentions
WHERE day = CAST(? AS DATE) AND subject IS NOT NULL AND NOT excluded`,
      [day],
    );
  }

  async #storedReferences(days: readonly UtcDay[]): Promise<Map<string, DayReferenceRow>> {
    const source = this.#files.source(this.#namespace.id, "day_reference");
    const rows = await readRows<DayReferenceRow>(
      this.#connection,
      `SELECT * REPLACE (CAST(day AS VARCHAR) AS day) FROM (${source}) AS r WHERE ${dayIn(days)}`,
    );
    return new Map(rows.map((row) => [`${row.day} ${row.scope}`, row]));
  }

  /** References of the days from the rows before each of them; rows of `fresh` days are read from the `_next` tables. */
  async #references(
    days: readonly UtcDay[],
    fresh: readonly UtcDay[],
    stored: ReadonlyMap<string, DayReferenceRow>,
  ): Promise<DayReferenceRow[]> {
    const wanted = days.filter((day) => stored.get(`${day} market`)?.frozen !== true);
    const kept = days
      .filter((day) => !wanted.includes(day))
      .flatMap((day) => [...stored.values()].filter((row) => row.day === day));
    const rows: DayReferenceRow[] = [...kept];
    await loadRows(
      this.#connection,
      "reference_day",
      { day: "DATE" },
      wanted.map((day) => ({ day })),
    );
    for (const scope of buzzScopes) rows.push(...(await this.#buzzReferences(scope, fresh)));
    rows.push(...(await this.#marketReferences(wanted, fresh)));
    return rows;
  }

  async #buzzReferences(scope: BuzzScope, fresh: readonly UtcDay[]): Promise<DayReferenceRow[]> {
    const rows = await readRows<ReferencePercentiles & { day: UtcDay; history: number }>(
      this.#connection,
      `SELECT CAST(d.day AS VARCHAR) AS day, QUANTILE_CONT(a.evidence, ${REFERENCE_QUANTILE}) AS evidence,
  QUANTILE_CONT(a.people, ${REFERENCE_QUANTILE}) AS people, QUANTILE_CONT(CAST(a.places AS DOUBLE), ${REFERENCE_QUANTILE}) AS places, COUNT(DISTINCT a.day) AS history
FROM reference_day AS d LEFT JOIN (${this.#after(tablesOf[scope][0], fresh)}) AS a
  ON a.day < d.day AND a.day >= d.day - ${REFERENCE_WINDOW_DAYS}
GROUP BY d.day ORDER BY d.day`,
    );
    return rows.map(({ day, history, ...percentiles }) => ({
      day,
      scope,
      ...referenceFromPercentiles(percentiles, history, BUZZ_REFERENCE_START, this.#namespace.buzzTerms),
      market_centre: null,
      market_scale: null,
      market_offset: null,
      history_days: history,
      frozen: false,
      revision: 0,
    }));
  }

  async #marketReferences(days: readonly UtcDay[], fresh: readonly UtcDay[]): Promise<DayReferenceRow[]> {
    const [first] = days;
    if (first === undefined) return [];
    const history = await readRows<MarketDay>(
      this.#connection,
      `SELECT CAST(day AS VARCHAR) AS day, mentions, authors AS people, engagement
FROM (${this.#after("market_daily", fresh)}) AS m WHERE day >= CAST(? AS DATE)`,
      [addDays(first, -BASELINE_WINDOW_DAYS)],
    );
    return days.map((day) => marketReference(day, baselineOf(day, history)));
  }

  /** Writes `buzz` into the `_next` tables and the references into `day_reference_next`. */
  async #score(references: readonly DayReferenceRow[], days: readonly UtcDay[]): Promise<void> {
    await loadRows(this.#connection, "day_reference_next", referenceColumns, references);
    const expression = buzzSqlExpression(
      { evidence: "t.evidence", people: "t.people", places: "t.places" },
      { evidence: "r.evidence", people: "r.people", places: "r.places" },
      this.#namespace.buzzTerms,
    );
    for (const scope of buzzScopes) {
      for (const table of tablesOf[scope]) {
        await this.#connection.run(
          `UPDATE ${table}_next AS t SET buzz = ${expression} FROM day_reference_next AS r WHERE r.scope = '${scope}' AND r.day = t.day`,
        );
      }
    }
    const market = await readRows<MarketDay>(
      this.#connection,
      `SELECT CAST(day AS VARCHAR) AS day, mentions, authors AS people, engagement FROM market_daily_next WHERE ${dayIn(days)}`,
    );
    const byDay = new Map(references.filter(({ scope }) => scope === "market").map((row) => [row.day, row]));
    const scored = market.flatMap((activity) => {
      const reference = byDay.get(activity.day);
      return reference === undefined
        ? []
        : [{ day: activity.day, buzz: marketBuzzAgainst(activity, activity.day, reference) }];
    });
    await loadRows(this.#connection, "market_buzz", { day: "DATE", buzz: "DOUBLE" }, scored);
    await this.#connection.run(
      "UPDATE market_daily_next AS t SET buzz = b.buzz FROM market_buzz AS b WHERE b.day = t.day",
    );
  }

  /** The table as it will be: stored rows of other days, and the `_next` rows of the fresh ones. */
  #after(table: TableName, fresh: readonly UtcDay[]): string {
    const stored = this.#files.source(this.#namespace.id, table);
    return `SELECT * FROM (${stored}) AS stored WHERE NOT ${dayIn(fresh)} UNION ALL BY NAME SELECT * FROM ${table}_next`;
  }

  /** Rewrites the months of the days with the rows of `source` for these days. */
  async #replaceDays(table: TableName, days: readonly UtcDay[], source: string): Promise<void> {
    const { id } = this.#namespace;
    for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
      const stored = this.#files.files(id, table, month);
      const select = `SELECT * FROM (${this.#files.source(id, table, month)}) AS stored WHERE NOT ${dayIn(days)}
UNION ALL BY NAME SELECT * FROM ${source} WHERE strftime(day, '%Y-%m') = '${month}'`;
      await this.#files.write(id, table, month, select);
      this.#files.drop(stored);
    }
  }
}

/** Tables that carry `buzz`. */
const scoredTables = [...buzzScopes.flatMap((scope) => tablesOf[scope]), "market_daily"] as const;

/** Days are of our own making (branded), so they may stand in the text. */
function dayIn(days: readonly UtcDay[]): string {
  return days.length === 0 ? "false" : `day IN (${days.map((day) => `DATE '${day}'`).join(", ")})`;
}

function empty(): Record<keyof DayRollup, (ActivityRow | object)[]> {
  return {
    subject_daily: [],
    subject_contributor_daily: [],
    sector_daily: [],
    sector_contributor_daily: [],
    country_daily: [],
    country_contributor_daily: [],
    market_daily: [],
    market_hourly: [],
  };
}
