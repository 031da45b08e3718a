import type { CompiledQuery, DataView, QueryOptions } from "../engine.js";
import { BUZZ_REFERENCE_START } from "../metrics/buzz-reference.js";
import type { BuzzReference, BuzzScale } from "../metrics/buzz.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { Snapshot } from "../storage/snapshot.js";
import type { UtcDay } from "../time/utc-day.js";
import type { ActivityScope } from "./activity-queries.js";

/** References of the newest day at or before the given one. */
function referenceQuery(scope: ActivityScope, day: UtcDay): CompiledQuery {
  return {
    sql: `SELECT evidence, people, places FROM day_reference
WHERE scope = ? AND day <= CAST(? AS DATE) ORDER BY day DESC LIMIT 1`,
    params: [scope, day],
  };
}

/** References do not change within a snapshot, and all windows that end on the same day need the same ones. */
const known = new WeakMap<Snapshot, Map<string, BuzzReference>>();

/**
 * References of a window that ends on the day: those of the day, else of the newest earlier day with data, else the
 * start values.
 */
export async function readReference(
  view: DataView,
  namespace: Pick<TextNamespace, "id" | "buzzTerms">,
  scope: ActivityScope,
  day: UtcDay,
  options: QueryOptions,
): Promise<BuzzScale> {
  const remembered = known.get(view.snapshot) ?? new Map<string, BuzzReference>();
  known.set(view.snapshot, remembered);
  const name = `${namespace.id} ${scope} ${day}`;
  let reference = remembered.get(name);
  if (reference === undefined) {
    const [row] = await view.query<BuzzReference>(namespace.id, referenceQuery(scope, day), options);
    reference = row ?? BUZZ_REFERENCE_START;
    remembered.set(name, reference);
  }
  return { reference, terms: namespace.buzzTerms };
}
