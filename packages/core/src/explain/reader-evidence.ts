import type { Evidence } from "./evidence.js";
import { dayText } from "./sentence-parts.js";
import type { EvidenceWords } from "./writer.js";

/** The evidence as a language model gets it: plain facts and quoted texts, nothing else. */
export function readerEvidence(evidence: Evidence, words: EvidenceWords): Record<string, unknown> {
  const { asset, attention, direction, directionBefore, topics, cause, mentions } = evidence;
  return {
    company: asset.name,
    ticker: asset.key,
    window: `the 7 days to ${dayText(evidence.to, true)}`,
    attention: {
      [words.items[1]]: attention.items,
      [words.voices[1]]: attention.voices,
      ...(attention.unnamed === 0 ? {} : { [`with_${words.voices[1]}_not_recorded`]: attention.unnamed }),
      ...(words.places === null || attention.places === null ? {} : { [words.places[1]]: attention.places }),
      in_a_usual_week: attention.usualItems,
      times_the_usual_week: attention.timesUsual,
    },
    direction: {
      leans: evidence.lean,
      positive: `${direction.positivePct}%`,
      negative: `${direction.negativePct}%`,
      ...(directionBefore === null
        ? {}
        : {
            before: {
              leans: evidence.leanBefore,
              positive: `${directionBefore.positivePct}%`,
              negative: `${directionBefore.negativePct}%`,
            },
          }),
    },
    how_clear_the_cause_is: cause,
    topics: topics.map(({ phrase, isEvent, stories, borneOutBy }) => ({
      about: phrase ?? "one story",
      is_an_event: isEvent,
      texts: stories,
      also_in: borneOutBy,
    })),
    ...(evidence.elsewhere === null ? {} : { event_only_in: { [evidence.elsewhere.talk]: evidence.elsewhere.phrase } }),
    texts: mentions.map(({ text, from, day, label, topic }) => ({
      quoted: text,
      from,
      on: dayText(day),
      direction: label,
      topic: topic === null ? null : (topics[topic]?.phrase ?? null),
    })),
  };
}

/** Every word and number of it, as one text. */
export function wordsOfEvidence(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOfEvidence).join("\n");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${name.replaceAll("_", " ")} ${wordsOfEvidence(inner)}`)
      .join("\n");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
