import type { RequestScope } from "../operations/request-scope.js";
import type { CoverageState } from "../storage/source-tables.js";
import type { UtcDay } from "../time/utc-day.js";
import type { SeenSource } from "./seen-hours.js";

interface StoredRow {
  readonly source: string;
  readonly since: number;
  readonly enabled: boolean;
  readonly covered_to: number | null;
  readonly from_ms: number | null;
  readonly to_ms: number | null;
  readonly state: CoverageState | null;
}

/** Coverage of a namespace's live sources between two days, both included. Empty without live sources. */
export async function readSeenSources(
  scope: Pick<RequestScope, "query">,
  from: UtcDay,
  to: UtcDay,
): Promise<SeenSource[]> {
  const rows = await scope.query<StoredRow>({
    sql: ({
      epochMs,
    }) => `SELECT s.source, ${epochMs("s.since")} AS since, s.enabled, ${epochMs("s.covered_to")} AS covered_to,
        ${epochMs("c.from_at")} AS from_ms, ${epochMs("c.to_at")} AS to_ms, c.state
      FROM source_state AS s LEFT JOIN source_coverage AS c
        ON c.source = s.source AND c.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)`,
    params: [from, to],
  });
  const sources = new Map<string, SeenSource & { readonly intervals: SeenSource["intervals"][number][] }>();
  for (const { source, since, enabled, covered_to, from_ms, to_ms, state } of rows) {
    const own = sources.get(source) ?? { since, enabled, covered_to, intervals: [] };
    sources.set(source, own);
    if (from_ms !== null && to_ms !== null && state !== null)
      own.intervals.push({ fromMs: from_ms, toMs: to_ms, state, reason: null });
  }
  return [...sources.values()];
}
