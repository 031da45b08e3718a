import { daysFrom } from "@market-sentiment/core";
import { DEFAULT_SEED, sampleTruth } from "@market-sentiment/sample";

/** Kinds of sample events by the kinds in explanations, where the names differ. */
const kindsOf = {
  takeover_interest: ["merger_talk"],
  tariffs: ["tariff_hit"],
  results: ["earnings_beat", "earnings_miss", "earnings_mixed"],
  results_beat: ["earnings_beat"],
  results_miss: ["earnings_miss"],
  results_mixed: ["earnings_mixed"],
};
export const isKind = (stated, kind) => (kindsOf[stated] ?? [stated]).includes(kind);

/** Direction of a kind for a company that a text names beside its subject ("cuts Tesla, upgrades Ford"). */
const directionOf = (kind) =>
  /^(?:upgrade|target_raise|initiation|contract_win|partnership|approval|results_beat|guidance_raise|fund_inflow)$/.test(
    kind,
  )
    ? 1
    : /^(?:downgrade|target_cut|contract_loss|trial_setback|results_miss|guidance_cut|fund_outflow)$/.test(kind)
      ? -1
      : null;

const days = new Map();
function truthOf(namespaceId, day) {
  const id = `${namespaceId} ${day}`;
  if (!days.has(id)) days.set(id, sampleTruth(namespaceId, { seed: DEFAULT_SEED, day }));
  return days.get(id);
}

/** What is known about the texts of a window that name the asset. */
export function truthOfWindow(namespaceId, key, from, to, verified) {
  const truths = daysFrom(from, to).map((day) => truthOf(namespaceId, day));
  const records = new Map(truths.flatMap((truth) => truth.records.map((record) => [record.id, record])));
  const events = new Map(truths.flatMap((truth) => truth.events.map(({ event }) => [event.id, event])));
  const recordOf = (documentId) => records.get(documentId.slice(documentId.indexOf(":") + 1).replace(/^t\d_/, ""));
  const eventOf = (documentId) => events.get(recordOf(documentId)?.event) ?? null;
  const behind = new Map();
  for (const { document_id } of verified) {
    const event = eventOf(document_id);
    if (event !== null) behind.set(event, (behind.get(event) ?? 0) + 1);
  }
  const most = Math.max(0, ...behind.values());
  const leading = [...behind].filter(([event, texts]) => texts === most && event.asset === key).map(([event]) => event);
  return {
    eventOf,
    /** Events behind the most texts; empty where there is no cause: fewer than two texts, or than a third of all. */
    causes: most >= 2 && most >= verified.length / 3 ? leading : [],
    /**
     * Whether the text was written about an event of the kind. For a company beside the subject, only the direction
     * counts.
     */
    tells: (documentId, kind) => {
      const event = eventOf(documentId);
      const beside = recordOf(documentId)?.assets.find((asset) => asset.key === key && asset.role === "other");
      return (
        (event !== null && isKind(kind, event.kind)) || (beside !== undefined && beside.direction === directionOf(kind))
      );
    },
  };
}
