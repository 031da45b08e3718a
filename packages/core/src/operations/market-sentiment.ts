import type { NamespaceDefinition, NamespaceKind, TextNamespace } from "../namespaces/define.js";
import { measures } from "../namespaces/measures.js";
import type { tradedMarketSentiment } from "../predmarket/market-sentiment.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import type { mentionMarketSentiment } from "./mention-market-sentiment.js";
import type { ResultOf, WholePart } from "./namespace-part.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { periodParameters, resolveWindow, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { isIdle } from "./shape.js";

/**
 * Fields of the market's answer that count what is distinct: over several days they are those of the busiest day, as the
 * specification has it, and no union of the days.
 */
const busiestDayFields: ReadonlySet<string> = new Set(
  Object.entries(measures).flatMap(([name, { fold }]) => (fold === "distinct" ? [name] : [])),
);

type Whole<Namespace extends NamespaceDefinition> = Namespace extends TextNamespace
  ? ResultOf<ReturnType<typeof mentionMarketSentiment<Namespace>>>
  : ResultOf<ReturnType<typeof tradedMarketSentiment>>;

/** `GET /market-sentiment`: the whole namespace against its own trailing 90 days. */
export function marketSentiment<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const { description, result, read } = readerOf(namespace).marketSentiment(namespace) as WholePart<
    NamespaceKind,
    Whole<Namespace>
  >;
  return defineOperation({
    name: "market-sentiment",
    namespace,
    summary: `Market sentiment: ${namespace.title}`,
    description,
    path: `${namespace.basePath}/market-sentiment`,
    access: "any_account",
    caching: { maxAgeSeconds: 60, shareable: true },
    command: { word: "market", text: "the whole market against its own normal" },
    example: {
      mentions: 1_298,
      positive_count: 512,
      negative_count: 308,
      neutral_count: 478,
      bullish_pct: 39,
      bearish_pct: 24,
    },
    busiestDayFields,
    isEmpty: (answer) => isIdle(answer as object, namespace),
    parameters: periodParameters,
    refused: [sourceRefused],
    result,
    defaultDays: DEFAULT_PERIOD_DAYS.list,
    errors: ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope<NamespaceDefinition>(namespace, dataset, call);
      const rules = { defaultDays: DEFAULT_PERIOD_DAYS.list };
      const period = resolveWindow(parameters, rules, namespace, dataset, scope.view, call);
      return { window: period, run: () => read(scope, period) };
    },
  });
}
