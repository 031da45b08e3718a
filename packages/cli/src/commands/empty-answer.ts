import {
  type CallContext,
  type Dataset,
  type DataSpan,
  dataSpan,
  namespaces,
  type Operation,
} from "@market-sentiment/core";
import { isRow, type Row, rowsIn } from "../output/result-shape.js";

/** What there is to ask for, where a question found nothing. */
export interface DataOverview {
  /** From when to when the namespace has data; null where it has none. */
  readonly span: DataSpan | null;
  /** Short names of the namespaces that have data. */
  readonly filled: readonly string[];
}

/** What the data holds, as far as the call's day can see. */
export async function dataOverview(operation: Operation, dataset: Dataset, call: CallContext): Promise<DataOverview> {
  const spans = await Promise.all(
    namespaces.map(async (namespace) => ({ namespace, span: await dataSpan(namespace, dataset, call) })),
  );
  return {
    span: spans.find(({ namespace }) => namespace.id === operation.namespace?.id)?.span ?? null,
    filled: spans.filter(({ span }) => span !== null).map(({ namespace }) => namespace.shortName),
  };
}

/** Whether the answer says no more than that nothing was found: no rows, or rows without any activity. */
export function isEmptyAnswer({ namespace, name }: Operation, result: unknown): boolean {
  if (Array.isArray(result)) return result.length === 0;
  if (!isRow(result) || namespace === null) return false;
  const isIdle = (row: Row) => row[namespace.activity] === 0;
  if (name === "detail") return result.found === false;
  if (name === "market-sentiment") return isIdle(result);
  if (name === "compare") return rowsIn(result[namespace.compare.listKey]).every(isIdle);
  if (name === "raw-mentions") return result.count === 0;
  if (name === "search") return rowsIn(result.results).every(({ summary }) => isRow(summary) && isIdle(summary));
  const totals = Object.entries(result).filter(([field]) => field.startsWith("total_"));
  return totals.length > 0 && totals.every(([, total]) => total === 0);
}
