import { canonicalAddress } from "../metrics/canonical-address.js";
import { comparedText, textPrint } from "../metrics/text-print.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { type MentionRow, noMention } from "../storage/mention-row.js";
import type { TableChange } from "../storage/table-store.js";
import type { UtcDay } from "../time/utc-day.js";
import type { AssetOf } from "./day-activity.js";

/** Documents in one step. */
const documentsAtOnce = 5_000;

/**
 * Brings a day's rows from release 0.1.0 up to date. Counted rows get their text prints and pages. Rows of an asset that
 * the namespace now shows under another key move to that key; rows of an asset that it no longer shows lose their asset.
 *
 * @returns Number of rows of all documents that changed.
 */
export async function completeMentions(
  change: TableChange,
  day: UtcDay,
  namespace: NamespaceDefinition,
  assetOf: AssetOf,
): Promise<number> {
  const shown = (key: string) => assetOf(key)?.key ?? (namespace.subject.parse(key) === null ? null : key);
  const days = { from: day, to: day };
  const columns = ["document_id", "subject", "excluded", "text_print"] as const;
  const missing = new Set<string>();
  for await (const page of change.pages("mentions", { days, columns })) {
    for (const { document_id, subject, excluded, text_print } of page) {
      if (subject === null) continue;
      if ((!excluded && text_print === null) || shown(subject) !== subject) missing.add(document_id);
    }
  }
  const ids = [...missing];
  let completed = 0;
  for (let at = 0; at < ids.length; at += documentsAtOnce) {
    const values = ids.slice(at, at + documentsAtOnce);
    const rows = await change.rows("mentions", { days, where: { column: "document_id", values } });
    const gone = values.map((document_id) => ({ document_id }));
    await change.put("mentions", shownRows(rows, shown).map(withPrint), gone);
    completed += rows.length;
  }
  return completed;
}

/** Rows under today's keys: one per document and key, or one without an asset where a document has none left. */
function shownRows(rows: readonly MentionRow[], shown: (key: string) => string | null): MentionRow[] {
  const documents = new Map<string, MentionRow[]>();
  for (const row of rows) {
    const own = documents.get(row.document_id) ?? [];
    documents.set(row.document_id, [...own, row]);
  }
  return [...documents.values()].flatMap((own) => {
    const kept = new Map<string, MentionRow>();
    // Two listings that are shown as one asset: keep the row of the shown key, else the one with higher relevance.
    const surest = own.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
    for (const row of [...surest.filter(({ subject }) => subject !== null && shown(subject) === subject), ...surest]) {
      const key = row.subject === null ? null : shown(row.subject);
      if (key !== null && !kept.has(key)) kept.set(key, { ...row, subject: key });
    }
    const [first] = own;
    return kept.size > 0 || first === undefined ? [...kept.values()] : [{ ...first, ...noMention }];
  });
}

function withPrint(row: MentionRow): MentionRow {
  if (row.subject === null || row.excluded || row.text_print !== null) return row;
  return {
    ...row,
    text_print: textPrint(comparedText(row)),
    page: row.url === null ? null : canonicalAddress(row.url),
  };
}
