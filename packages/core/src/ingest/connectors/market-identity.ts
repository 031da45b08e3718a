import { createHash } from "node:crypto";
import { RefusedValue } from "../record-fault.js";
import { firstTime, idAt, idsAt, pastTime, type RawRecord, textAt } from "./market-values.js";

/** Identity of a market that comes without a condition id. */
const marketKey = (id: string) => `polymarket:${id}`;

/** The first field that identifies this market; null where none does. */
function marketIdentity(record: RawRecord): string | null {
  const condition = idAt(record, "conditionId") ?? idAt(record, "condition_id");
  if (condition !== null) return condition;
  const id = idAt(record, "id") ?? idAt(record, "market_id");
  if (id !== null) return marketKey(id);
  const slug = idAt(record, "slug") ?? idAt(record, "market_slug");
  if (slug !== null) return marketKey(`slug/${slug}`);
  const token = idAt(record, "yes_token") ?? idAt(record, "yes_token_id") ?? idsAt(record, "clobTokenIds")[0];
  if (token !== undefined && token !== "") return marketKey(`token/${token}`);
  // The same question is asked again and again, so only question and end together identify a market.
  const question = textAt(record, "question")?.toLowerCase().replaceAll(/\s+/g, " ");
  const endMs = firstTime(record, ["endDate", "end_date", "endDateIso", "resolved_at"]);
  if (question === undefined || endMs === null) return null;
  const words = createHash("sha256")
    .update(JSON.stringify([question, endMs]))
    .digest("hex")
    .slice(0, 16);
  return marketKey(`question/${words}`);
}

/** Like {@link marketIdentity}. @throws RefusedValue `missing_field`, naming the fields that would do. */
export function requiredIdentity(record: RawRecord, alternatives: string): string {
  const identity = marketIdentity(record);
  if (identity === null)
    throw new RefusedValue("missing_field", `id is missing or empty; ${alternatives} would do too`);
  return identity;
}

const stateTimes = ["fetched_at", "fetchedAt", "updatedAt", "createdAt"] as const;

/**
 * When the state of a market was seen. The last state of a closed market dates from its closing, so the closing time
 * will do where no reading time is given.
 *
 * @throws RefusedValue `missing_field`, `future_time`.
 */
export function stateTime(record: RawRecord, closed: boolean, nowMs: number): number {
  const names = closed ? [...stateTimes, "closedTime", "umaEndDate", "endDate", "endDateIso"] : stateTimes;
  if (firstTime(record, names) !== null) return pastTime(record, names, nowMs);
  const alternatives = names.slice(1).join(", ");
  throw new RefusedValue("missing_field", `fetched_at is missing or empty; ${alternatives} would do too`);
}
