import { roundSqlExpression } from "../metrics/rounding.js";
import { isTextMeasure, measures } from "../namespaces/measures.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { PanelSource, PanelValue } from "../query/panel-query.js";
import { percentageSql, scoreSql } from "./panel-sql.js";

const count = (column: string): PanelValue => ({ type: "BIGINT", ofRow: `r.${column}`, silent: "0" });

/** Daily values of assets in text namespaces: those of the detail's daily series, and all counts of lists. */
export function mentionPanel({ trending, detail }: TextNamespace): PanelSource {
  const shown: readonly string[] = [...trending.fields, ...detail.fields];
  const counts = [...new Set(shown)].filter(isTextMeasure);
  return {
    table: "subject_daily",
    referenceTable: "day_reference",
    isOfAsset: null,
    values: {
      buzz_score: { type: "DOUBLE", ofRow: roundSqlExpression("COALESCE(r.buzz, 0)", 1), silent: "0" },
      sentiment_score: { type: "DOUBLE", ofRow: scoreSql, silent: "NULL" },
      bullish_pct: { type: "BIGINT", ofRow: percentageSql("positive"), silent: "0" },
      bearish_pct: { type: "BIGINT", ofRow: percentageSql("negative"), silent: "0" },
      ...Object.fromEntries(counts.map((name) => [name, count(measures[name].column)])),
      positive_count: count("positive"),
      neutral_count: count("neutral"),
      negative_count: count("negative"),
    },
    references: { reference_evidence: "evidence", reference_people: "people", reference_places: "places" },
  };
}
