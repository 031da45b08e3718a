import type { CollectedPage } from "../collect/poll-source.js";
import type { HintUse } from "../ingest/hint-use.js";
import type { ExtractedRecord } from "../ingest/record.js";

/** How the hints of a page's source are used. */
export const hintUseOf = (page: CollectedPage): HintUse => page.source.hints ?? "supported";

/** The records of some pages, each with its source as the file. */
// eslint-disable-next-line @typescript-eslint/require-await
export async function* recordsOf(pages: readonly CollectedPage[]): AsyncGenerator<ExtractedRecord> {
  for (const { source, records } of pages)
    for (const [index, record] of records.entries())
      yield { position: { file: source.name, line: index + 1 }, bytesRead: null, record };
}
