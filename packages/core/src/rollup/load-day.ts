import { canonicalAddress } from "../metrics/canonical-address.js";
import { comparedText, textPrint } from "../metrics/text-print.js";
import type { TableRead } from "../storage/table-store.js";
import type { UtcDay } from "../time/utc-day.js";
import type { DayMention } from "./activity.js";
import type { DayActivity } from "./day-activity.js";

/** Documents whose texts one query reads. */
const textsAtOnce = 50_000;

const columns = [
  "document_id",
  "subject",
  "created_utc",
  "place",
  "author",
  "thread_id",
  "engagement",
  "inherited",
  "excluded",
  "sentiment_score",
  "sentiment_label",
  "text_print",
  "page",
] as const;

/** Fills the activity of a day from its stored rows. */
export async function loadDay(activity: DayActivity, change: TableRead): Promise<void> {
  let waiting: DayMention[] = [];
  const flush = (rows: readonly DayMention[]) => {
    const [first] = rows;
    if (first !== undefined) activity.put(first.document_id, rows);
  };
  for await (const page of change.pages("mentions", { days: { from: activity.day, to: activity.day }, columns })) {
    const counted = page.flatMap(({ excluded, subject, ...row }) =>
      excluded || subject === null ? [] : [{ ...row, subject }],
    );
    for (const row of await withPrints(counted, activity, change)) {
      if (waiting[0]?.document_id !== row.document_id) {
        flush(waiting);
        waiting = [];
      }
      waiting.push(row);
    }
  }
  flush(waiting);
  if (activity.size === 0) return;
  await tellTexts([activity], change);
  activity.settle();
}

/** Reads only the texts that must be compared. */
export async function tellTexts(days: readonly DayActivity[], change: TableRead): Promise<void> {
  const wanted = days.flatMap((activity) => activity.wantedTexts().map((id) => ({ id, activity })));
  for (let at = 0; at < wanted.length; at += textsAtOnce) {
    const asking = wanted.slice(at, at + textsAtOnce);
    const of = new Map(asking.map(({ id, activity }) => [id, activity]));
    const between = asking.map(({ activity }) => activity.day).sort();
    const [from, to] = [between[0], between.at(-1)];
    if (from === undefined || to === undefined) continue;
    for (const row of await textsOf([...of.keys()], { from, to }, change))
      of.get(row.document_id)?.tell(row.document_id, comparedText(row));
  }
}

/** Computes the missing text prints of rows from release 0.1.0. */
async function withPrints(
  rows: readonly DayMention[],
  activity: DayActivity,
  change: TableRead,
): Promise<readonly DayMention[]> {
  const missing = [...new Set(rows.filter(({ text_print }) => text_print === null).map((row) => row.document_id))];
  if (missing.length === 0) return rows;
  const prints = new Map(
    (await textsOf(missing, { from: activity.day, to: activity.day }, change)).map((row) => [
      row.document_id,
      { text_print: textPrint(comparedText(row)), page: row.url === null ? null : canonicalAddress(row.url) },
    ]),
  );
  return rows.map((row) => (row.text_print === null ? { ...row, ...prints.get(row.document_id) } : row));
}

function textsOf(
  documentIds: readonly string[],
  days: { readonly from: UtcDay; readonly to: UtcDay },
  change: TableRead,
) {
  return change.rows("mentions", {
    days,
    where: { column: "document_id", values: documentIds },
    columns: ["document_id", "title", "body", "url"],
    distinct: true,
  });
}
