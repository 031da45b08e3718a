import type { Rng } from "./rng.js";

/** Value of a slot of a template. */
export type SlotReader = (slot: string) => string;

const choice = /\[([^[\]]*)\]/;
const slot = /\{([^{}]+)\}/g;

/**
 * Fills a template: `[a|b|]` becomes one of its alternatives (they nest), `{name}` the slot's value. Collapses spaces
 * left by empty alternatives.
 */
export function expand(template: string, rng: Rng, read: SlotReader): string {
  let text = template;
  for (let match = choice.exec(text); match !== null; match = choice.exec(text)) {
    const chosen = rng.pick((match[1] ?? "").split("|"));
    text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length);
  }
  return text
    .replace(slot, (_, name: string) => read(name))
    .replace(/\b([Aa]) (?=AI\b|(?!Euro|one|eu)[aeio]|8\d?[ -%]|S&P)/g, "$1n ")
    .replace(/ {2,}/g, " ")
    .replace(/ ([,.:;?!])/g, "$1")
    .trim();
}

const small = new Set(
  "a an and as at but by for from in into nor of off on or over per than the to up via vs vs. with after is its be are".split(
    " ",
  ),
);
const stay = new Set(["is", "its", "be", "are", "after", "over", "into", "than", "up", "off"]);

/** Headline case: `Shares rise after the report` becomes `Shares Rise After the Report`. Words with capitals stay. */
export function titleCase(text: string): string {
  const words = text.split(" ");
  return words
    .map((word, index) => {
      const edge = index === 0 || index === words.length - 1 || /[:?.]$/.test(words[index - 1] ?? "");
      const lower = word.toLowerCase();
      if (!edge && small.has(lower) && !stay.has(lower)) return word;
      return word
        .split("-")
        .map((part) =>
          /^\(?[a-z]/.test(part) && !/[A-Z]/.test(part) ? part.replace(/[a-z]/, (first) => first.toUpperCase()) : part,
        )
        .join("-");
    })
    .join(" ");
}

/** First letter in upper case. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
