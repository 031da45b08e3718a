import type { TextNamespace, UtcDay } from "@market-sentiment/core";
import { textPrint } from "../../packages/core/src/metrics/text-print.js";
import type { ActivityRow, DayMention } from "../../packages/core/src/rollup/activity.js";
import { rowsByTable } from "../../packages/core/src/rollup/activity-changes.js";
import { type AssetOf, DayActivity } from "../../packages/core/src/rollup/day-activity.js";

/** A counted mention with its text, as a test draws it. */
export type ToldMention = Omit<DayMention, "text_print" | "page"> & {
  readonly text: string;
  readonly page?: string | null;
};

/** Puts mentions into the activity of a day, in the given order, and tells the texts that it asks for. */
export function putMentions(activity: DayActivity, mentions: readonly ToldMention[]): void {
  const documents = new Map<string, ToldMention[]>();
  for (const mention of mentions) {
    const own = documents.get(mention.document_id) ?? [];
    documents.set(mention.document_id, [...own, mention]);
  }
  for (const [id, own] of documents)
    activity.put(
      id,
      own.map(({ text, page, ...row }) => ({ ...row, text_print: textPrint(text), page: page ?? null })),
    );
  for (const id of activity.wantedTexts()) {
    const told = documents.get(id)?.[0];
    if (told !== undefined) activity.tell(id, told.text);
  }
}

/** All activity rows of the mentions, computed in one go. */
export function rowsOfDay(
  day: UtcDay,
  mentions: readonly ToldMention[],
  namespace: TextNamespace,
  assetOf: AssetOf = () => null,
): ReadonlyMap<string, readonly ActivityRow[]> {
  const activity = new DayActivity(day, namespace, assetOf);
  putMentions(activity, mentions);
  return new Map([...rowsByTable(activity.changes())].map(([table, { rows }]) => [table, rows]));
}
