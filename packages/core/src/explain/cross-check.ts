import type { TextNamespace } from "../namespaces/define.js";
import { namespaces } from "../namespaces/index.js";
import type { EventKind } from "./event-kind.js";
import { type EvidenceRow, evidenceRowsQuery, type OtherPlace, otherPlacesQuery } from "./evidence-queries.js";
import type { ExplainQuestion } from "./explainer.js";
import { readMentionsOf } from "./stories.js";
import { type RivalReadings, unfitness, verifiedCondition } from "./verification.js";

/** One kind of event that texts of another namespace report. */
export interface EventElsewhere {
  readonly event: EventKind;
  /** What that namespace calls its texts. */
  readonly talk: string;
  /** Whether its texts are headlines. */
  readonly isNews: boolean;
  /** Distinct speakers that tell it. */
  readonly voices: number;
}

/** Events that verified texts of other namespaces report about the asset in the same window, those with the most speakers first. */
export async function eventsElsewhere(
  question: ExplainQuestion,
  rivals: RivalReadings,
  signal: AbortSignal | undefined,
): Promise<readonly EventElsewhere[]> {
  const others = namespaces
    .filter((namespace) => namespace.kind === "text")
    .filter(({ id, assetTypes }) => id !== question.namespace.id && assetTypes.includes(question.asset.type));
  const told = await Promise.all(others.map((namespace) => eventsIn(namespace, question, rivals, signal)));
  return told.flat().sort((a, b) => b.voices - a.voices || (a.event.id < b.event.id ? -1 : 1));
}

async function eventsIn(
  namespace: TextNamespace,
  { asset, period, view }: ExplainQuestion,
  rivals: RivalReadings,
  signal: AbortSignal | undefined,
): Promise<readonly EventElsewhere[]> {
  if (namespace.explain === false) return [];
  const { talk } = namespace.explain;
  const condition = verifiedCondition(namespace.explain, rivals.of(asset));
  const [rows, places] = await Promise.all([
    view.query<EvidenceRow>(namespace.id, evidenceRowsQuery(asset.key, period.from, period.to, condition), { signal }),
    view.query<OtherPlace>(namespace.id, otherPlacesQuery(asset.key, period.from, period.to), { signal }),
  ]);
  const read = readMentionsOf(asset.key, rows, places, namespace);
  const told = read.filter(({ text, event }) => event?.isEvent === true && unfitness(text) === null);
  const voices = new Map<EventKind, Set<string>>();
  for (const { event, voice } of told)
    if (event !== null) voices.set(event, (voices.get(event) ?? new Set()).add(voice));
  return [...voices].map(([event, known]) => ({
    event,
    talk,
    isNews: namespace.textStyle === "news",
    voices: known.size,
  }));
}
