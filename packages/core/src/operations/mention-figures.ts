import type { TextNamespace } from "../namespaces/define.js";
import type { TextStat } from "../namespaces/stat-fields.js";
import { figuresQuery } from "../query/market-queries.js";
import type { NamespaceFigures } from "./namespace-part.js";
import { supportedAssets } from "./parameters.js";
import type { RequestScope } from "./request-scope.js";

interface StoredFigures {
  readonly mentions: number;
  readonly subjects: number;
  readonly mentions_today: number;
  readonly subjects_today: number;
}

const nothing: StoredFigures = { mentions: 0, subjects: 0, mentions_today: 0, subjects_today: 0 };

/** Figures of stored texts; rows of days after the request's own (a replay) do not count. */
export async function mentionFigures(scope: RequestScope<TextNamespace>): Promise<NamespaceFigures<TextStat>> {
  const [stored = nothing] = await scope.query<StoredFigures>(figuresQuery(scope.call.today));
  const { mentions, subjects, mentions_today, subjects_today } = stored;
  const supported = supportedAssets(scope.dataset, scope.namespace).length;
  return {
    mentions,
    subjects,
    stats: {
      total_mentions: mentions,
      mentions_today,
      unique_tickers: subjects,
      unique_tickers_today: subjects_today,
      supported_tickers: supported,
      unique_tokens: subjects,
      unique_tokens_today: subjects_today,
      supported_tokens: supported,
    },
  };
}
