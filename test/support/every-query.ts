import type { CompiledQuery } from "@market-sentiment/core";
import { utcDay } from "@market-sentiment/core";
import * as evidence from "../../packages/core/src/explain/evidence-queries.js";
import { verifiedCondition } from "../../packages/core/src/explain/verification.js";
import { BUZZ_TERMS, BUZZ_TERMS_WITHOUT_PLACES } from "../../packages/core/src/metrics/buzz.js";
import * as traded from "../../packages/core/src/predmarket/queries.js";
import * as raw from "../../packages/core/src/predmarket/raw-snapshot-queries.js";
import * as activity from "../../packages/core/src/query/activity-queries.js";
import * as market from "../../packages/core/src/query/market-queries.js";
import * as mentions from "../../packages/core/src/query/mention-queries.js";
import { partlySeenBuzzQuery } from "../../packages/core/src/query/partly-seen-query.js";

const [from, to] = [utcDay("2026-06-01"), utcDay("2026-06-07")];
const period = { from, to, days: 7 };
const reference = { evidence: 12.5, people: 9, places: 3 };
const seen = { reference, terms: BUZZ_TERMS, partlySeen: [] };
const days = [{ day: to, missing: 0.25, usualDays: [utcDay("2026-05-24"), utcDay("2026-05-31")] }];
const partly = { reference, terms: BUZZ_TERMS_WITHOUT_PLACES, partlySeen: days };
const all = { contributor: null, assetType: null };
const page = { offset: 10, limit: 5 };
const keys = ["AAPL", "MSFT"];
const verified = verifiedCondition({ leastRelevance: 0.4, namedWhenAmbiguous: true } as never, ["META"]);
const noon = new Date("2026-06-07T12:00:00Z");

/** Every builder of queries with arguments of its own, by name; once per form that its text takes. */
export const everyQuery: Readonly<Record<string, CompiledQuery>> = {
  hottest: activity.hottestQuery("subject", period, seen, all, page),
  "hottest, of one source and kind, of days partly seen": activity.hottestQuery(
    "subject",
    period,
    partly,
    { contributor: "reuters", assetType: "stock" },
    page,
  ),
  totals: activity.totalsQuery("sector", keys, period, seen),
  "totals, of no keys": activity.totalsQuery("subject", [], period, partly),
  series: activity.seriesQuery("country", keys, from, to, all),
  "series, of one source and kind": activity.seriesQuery("subject", keys, from, to, {
    contributor: "reuters",
    assetType: "stock",
  }),
  contributors: activity.contributorsQuery("AAPL", period, 10),
  "distinct contributors": activity.distinctContributorsQuery("sector", keys, period, "reuters"),
  "partly seen buzz": partlySeenBuzzQuery("subject", keys, days, BUZZ_TERMS, "reuters"),
  "market series": market.marketSeriesQuery(from, to),
  "market span": market.marketSpanQuery(),
  hourly: market.hourlyQuery(from, to),
  figures: market.figuresQuery(to),
  distinct: mentions.distinctQuery(keys, period, ["thread_id", "author"], "reuters"),
  "mention counts": mentions.mentionCountsBySubjectQuery(period, "reuters"),
  "raw mentions": mentions.rawMentionsQuery(
    "AAPL",
    period,
    ["document_id", "created_utc", "day", "text", "engagement"],
    {
      includeInherited: false,
      isPast: true,
      ...page,
    },
  ),
  "raw mention count": mentions.rawMentionCountQuery("AAPL", period, { includeInherited: true, isPast: false }),
  "top mentions": mentions.topMentionsQuery("AAPL", period, ["title", "first_seen_utc"], { limit: 10, isPast: false }),
  "evidence totals": evidence.evidenceTotalsQuery(
    "AAPL",
    { pastFrom: utcDay("2026-05-01"), from, to },
    verified,
    "author",
  ),
  "evidence rows": evidence.evidenceRowsQuery("AAPL", from, to, verified),
  "other places": evidence.otherPlacesQuery("AAPL", from, to),
  "traded totals": traded.tradedTotalsQuery("subject", period, keys),
  "traded span": traded.tradedSpanQuery(),
  "traded series": traded.tradedSeriesQuery("subject", keys, from, to),
  "traded reference": traded.tradedReferenceQuery("market", to),
  "traded references": traded.tradedReferencesQuery("subject", from, to),
  "traded baselines": traded.tradedBaselinesQuery(from, to),
  "market counts": traded.marketCountsQuery(period, noon),
  wallets: traded.walletsQuery(period, keys),
  "markets in a period": traded.marketsInPeriodQuery("AAPL", period),
  "latest prices": traded.latestPricesQuery(["c-1", "c-2"], period),
  "raw readings": raw.rawSnapshotsQuery("AAPL", period, page),
  "raw reading count": raw.rawSnapshotCountQuery("AAPL", period),
  "market rows": raw.marketRowsQuery(["c-1"]),
  "market trades": raw.marketTradesQuery(["c-1"], from, to),
  "share prices": raw.sharePricesQuery("AAPL", from, to),
  "traded figures": traded.tradedFiguresQuery(to, noon),
};
