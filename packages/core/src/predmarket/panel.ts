import { roundSqlExpression } from "../metrics/rounding.js";
import { percentageSql, scoreSql } from "../operations/panel-sql.js";
import type { PanelSource, PanelValue } from "../query/panel-query.js";

const count = (column: string): PanelValue => ({ type: "BIGINT", ofRow: `r.${column}`, silent: "0" });
const bullish = percentageSql("positive");

/** Daily values of assets in market namespaces: those of the detail's daily series, and the daily fields of lists. */
export function tradedPanel(): PanelSource {
  return {
    table: "traded_daily",
    referenceTable: "traded_reference",
    isOfAsset: "r.scope = 'subject'",
    values: {
      buzz_score: { type: "DOUBLE", ofRow: roundSqlExpression("COALESCE(r.buzz, 0)", 1), silent: "0" },
      sentiment_score: { type: "DOUBLE", ofRow: scoreSql, silent: "NULL" },
      bullish_pct: { type: "BIGINT", ofRow: bullish, silent: "0" },
      // Both shares may round up.
      bearish_pct: { type: "BIGINT", ofRow: `LEAST(${percentageSql("negative")}, 100 - ${bullish})`, silent: "0" },
      trade_count: count("trade_count"),
      total_liquidity: { type: "DOUBLE", ofRow: roundSqlExpression("r.liquidity", 2), silent: "0" },
      unique_traders: { type: "BIGINT", ofRow: "CASE WHEN r.covered THEN r.traders END", silent: "0" },
      positive_count: count("positive"),
      neutral_count: count("neutral"),
      negative_count: count("negative"),
    },
    references: {
      reference_trading: "trading",
      reference_traders: "traders",
      reference_money: "money",
      reference_markets: "markets",
      reference_depth: "depth",
    },
  };
}
