import type { ContextModel } from "./context-model.js";
import { contextFacts } from "./mention-context.js";
import type { Mention } from "./mention.js";
import { DECISIVE, HOPELESS } from "./name-rules.js";
import type { StyleRules } from "./news-rules.js";
import type { TextProfile } from "./text-profile.js";
import type { Token } from "./tokenize.js";

/** Of this score on, a mention counts as another company beside a doubtful one. */
const FAIRLY_SURE = 0.8;
/** What a mention has that the model accepts. */
const ACCEPTED = 0.62;

/** The text around mentions, and what weighs them. */
export interface Weighing {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly profile: TextProfile;
  readonly style: StyleRules["name"];
  readonly model: ContextModel | null;
}

/**
 * The mentions, and among them those as accepted that the rules leave in doubt and a context model is sure of. Faint ones that
 * it does not accept are left out. In the same order.
 */
export function weighed(mentions: readonly Mention[], { model, ...around }: Weighing): readonly Mention[] {
  const accept = model?.accept[around.style];
  if (model === null || accept === undefined) return mentions;
  const sure = new Set(mentions.filter(({ score }) => score >= FAIRLY_SURE).map(({ company }) => company));
  return mentions.flatMap((mention) => {
    const { company, from, to, kind, score } = mention;
    if (score >= DECISIVE) return mention;
    const others = sure.size - (sure.has(company) ? 1 : 0);
    const isAccepted =
      mention.open &&
      model.probabilityOf(contextFacts({ ...around, from, to, kind, score, others }), company.main.key) >= accept;
    if (isAccepted) return { ...mention, score: ACCEPTED };
    return score < HOPELESS ? [] : mention;
  });
}
