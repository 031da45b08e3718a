import { createHash } from "node:crypto";
import type { JudgeOptions, TextJudge, TextToJudge, TextVerdict } from "../sentiment/text-model.js";
import type { Annotated } from "./annotated-document.js";

/** Answers that are remembered, until twice as many have come: those of a document are needed soon after it is read. */
const keptAnswers = 200_000;

/** Digest of a question: equal for equal questions, of 96 bits. */
export function questionDigest({ text, target, kind }: TextToJudge): string {
  const { name, aliases, spans, others } = target ?? {};
  const asked = [text, name, aliases, spans?.map(placeOf), others?.map(placeOf), kind];
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, 16);
}

const placeOf = ({ start, end }: { readonly start: number; readonly end: number }) => [start, end];

/**
 * Answers questions from annotated documents, and asks the model what they do not answer: thread members that name no asset,
 * texts that gained a tag, lines of another version of the engine.
 */
export class RecordedAnswers implements TextJudge {
  #recent = new Map<string, TextVerdict>();
  #older = new Map<string, TextVerdict>();
  readonly #model: TextJudge;
  readonly #engineVersion: string;
  #asked = 0;

  constructor(model: TextJudge, engineVersion: string) {
    this.#model = model;
    this.#engineVersion = engineVersion;
  }

  /** Questions that the model was asked so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Remembers the answers of a line. Those of another version of the engine do not count. */
  remember(line: Annotated): void {
    if (line.annotated !== "document" || line.engine_version !== this.#engineVersion) return;
    for (const { question, sentiment_score: score, sentiment_label: label } of line.mentions) {
      if (question === null || score === null || label === null) continue;
      if (this.#recent.size >= keptAnswers) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(question, { score, label });
    }
  }

  async judge(texts: readonly TextToJudge[], options: JudgeOptions = {}): Promise<readonly TextVerdict[]> {
    const known = texts.map((text) => {
      const digest = questionDigest(text);
      return this.#recent.get(digest) ?? this.#older.get(digest);
    });
    const open = texts.filter((_, index) => known[index] === undefined);
    if (open.length === 0) return known as TextVerdict[];
    this.#asked += open.length;
    const answers = await this.#model.judge(open, options);
    let next = 0;
    return known.map((verdict) => verdict ?? (answers[next++] as TextVerdict));
  }
}
