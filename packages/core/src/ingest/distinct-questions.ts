import type { LinkSpan } from "../linking/asset-link.js";
import type { SentimentTarget, TextToJudge } from "../sentiment/text-model.js";

/** Questions to the model, each once, numbered from 0 as they come. */
export class DistinctQuestions {
  readonly all: TextToJudge[] = [];
  readonly #byText = new Map<string, number[]>();

  /** Number of a question that asks the same. */
  numberOf(question: TextToJudge): number {
    const sameText = this.#byText.get(question.text);
    const known = sameText?.find((number) => {
      const asked = this.all[number];
      return asked?.kind === question.kind && isSameTarget(asked?.target, question.target);
    });
    if (known !== undefined) return known;
    const number = this.all.push(question) - 1;
    if (sameText === undefined) this.#byText.set(question.text, [number]);
    else sameText.push(number);
    return number;
  }
}

function isSameTarget(a: SentimentTarget | undefined, b: SentimentTarget | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.name === b.name &&
    isSameList(a.aliases, b.aliases, (x, y) => x === y) &&
    isSameList(a.spans, b.spans, isSameSpan) &&
    isSameList(a.others, b.others, isSameSpan)
  );
}

function isSameList<Item>(
  a: readonly Item[] | undefined,
  b: readonly Item[] | undefined,
  isSame: (x: Item, y: Item) => boolean,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((item, index) => isSame(item, b[index] as Item));
}

function isSameSpan(a: LinkSpan, b: LinkSpan): boolean {
  return a.start === b.start && a.end === b.end;
}
