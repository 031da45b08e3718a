import type { CompiledQuery } from "../engine.js";
import { BUZZ_REFERENCE_START } from "../metrics/buzz-reference.js";
import { type BuzzTerm, buzzSqlExpression } from "../metrics/buzz.js";
import type { BuzzMeasures } from "../metrics/evidence.js";
import { type ActivityScope, buzzMeasuresIn, keyIn, tableOf } from "./activity-queries.js";
import { type PartlySeenDay, unseenPart } from "./unseen-part.js";

/**
 * Buzz of keys on partly seen days, with the usual activity in place of the missed part; days without a row are
 * missing.
 */
export function partlySeenBuzzQuery(
  scope: ActivityScope,
  keys: readonly string[],
  days: readonly PartlySeenDay[],
  terms: readonly BuzzTerm[],
  contributor: string | null,
): CompiledQuery {
  const table = tableOf(scope, contributor);
  const own = contributor === null ? [] : [contributor];
  const unseen = unseenPart(buzzMeasuresIn(table, contributor), days);
  const each = (text: (measure: keyof BuzzMeasures) => string) => ({
    evidence: text("evidence"),
    people: text("people"),
    places: text("places"),
  });
  const buzz = buzzSqlExpression(
    each((measure) => `(a.${measure} + COALESCE(u.${measure}, 0))`),
    each((measure) => `COALESCE(r.${measure}, ${BUZZ_REFERENCE_START[measure].toExponential()})`),
    terms,
  );
  return {
    sql: (dialect) => `SELECT a.key AS key, CAST(a.day AS VARCHAR) AS day, ${buzz} AS buzz
FROM ${table} AS a JOIN ${unseen.sql(dialect)} AS u ON u.key = a.key AND u.day = a.day
LEFT JOIN day_reference AS r ON r.scope = ? AND r.day = a.day
WHERE ${keyIn(keys, "a.key")}${own.map(() => " AND a.contributor = ?").join("")}`,
    params: [...unseen.params, scope, ...keys, ...own],
  };
}
