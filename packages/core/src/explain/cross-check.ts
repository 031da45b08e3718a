import type { TextNamespace } from "../namespaces/define.js";
import { namespaces } from "../namespaces/index.js";
import { type EvidenceRow, evidenceRowsQuery, type OtherPlace, otherPlacesQuery } from "./evidence-queries.js";
import type { ExplainQuestion } from "./explainer.js";
import { readMentionsOf } from "./stories.js";
import { type RivalReadings, unfitness, verifiedCondition } from "./verification.js";

/**
 * Events that verified texts of other namespaces report about the asset in the same window: by kind of event, what
 * those namespaces call their texts.
 */
export async function eventsElsewhere(
  question: ExplainQuestion,
  rivals: RivalReadings,
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const others = namespaces
    .filter((namespace) => namespace.kind === "text")
    .filter(({ id, assetTypes }) => id !== question.namespace.id && assetTypes.includes(question.asset.type));
  const told = await Promise.all(
    others.map(async (namespace) => ({ namespace, ids: await eventsIn(namespace, question, rivals, signal) })),
  );
  for (const { namespace, ids } of told) {
    if (namespace.explain === false) continue;
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), namespace.explain.talk]);
  }
  return found;
}

async function eventsIn(
  namespace: TextNamespace,
  { asset, period, view }: ExplainQuestion,
  rivals: RivalReadings,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  if (namespace.explain === false) return new Set();
  const condition = verifiedCondition(namespace.explain, rivals.of(asset));
  const [rows, places] = await Promise.all([
    view.query<EvidenceRow>(namespace.id, evidenceRowsQuery(asset.key, period.from, period.to, condition), { signal }),
    view.query<OtherPlace>(namespace.id, otherPlacesQuery(asset.key, period.from, period.to), { signal }),
  ]);
  const read = readMentionsOf(asset.key, rows, places, namespace.voice);
  const told = read.filter(({ text, event }) => event?.isEvent === true && unfitness(text) === null);
  return new Set(told.flatMap(({ event }) => event?.id ?? []));
}
