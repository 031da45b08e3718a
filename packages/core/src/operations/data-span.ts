import type { Dataset } from "../dataset.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { UtcDay } from "../time/utc-day.js";
import { readerOf } from "./namespace-reader.js";
import type { CallContext } from "./operation.js";
import { requestScope } from "./request-scope.js";

/** First and last day of a namespace that hold data. */
export interface DataSpan {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/**
 * First and last day with data, independent of the call's day; null without data. Helps to explain an empty answer.
 *
 * @throws MarketDataError `engine_unavailable`.
 */
export async function dataSpan(
  namespace: NamespaceDefinition,
  dataset: Dataset,
  call: CallContext,
): Promise<DataSpan | null> {
  const scope = await requestScope(namespace, dataset, call);
  return readerOf(namespace).activity.span(scope);
}
