import { createHash } from "node:crypto";
import { prepareText, type SentimentLabel, type TextToJudge, type TextVerdict } from "@market-sentiment/core";

const labels = ["negative", "neutral", "positive"] as const satisfies readonly SentimentLabel[];

/** Bytes of a question's key, and of a verdict. */
const KEY_BYTES = 5;
const VERDICT_BYTES = 2;

/** Answers of a model by their questions' keys, and the weights that gave them. */
export interface RecordedVerdicts {
  /** Names the model to the byte; see `modelIdentity`. */
  readonly model: string;
  readonly verdicts: ReadonlyMap<number, TextVerdict>;
}

/**
 * The key of a question: the first 40 bits of the sha256 of what the model reads of it. Another text has the same key
 * in one of 10 million cases where 100,000 are recorded.
 *
 * @throws MarketDataError `invalid_text`, as the model would.
 */
export function questionKey(question: TextToJudge): number {
  const { text, name, mentions, others, kind = null } = prepareText(question, 0);
  // Beside its places in the text, the target's name is not read.
  const read = JSON.stringify([text, mentions.length > 0 ? "" : name, mentions, others, kind]);
  return createHash("sha256").update(read).digest().readUIntBE(0, KEY_BYTES);
}

/**
 * Verdicts as bytes: a line of JSON with the model and their number, then the steps from each key to the next in rising
 * order, then the verdicts, `(score · 1000 + 1000) · 3 + label`. Numbers are written byte by byte of equal weight, all
 * highest bytes first: so a compressor finds what repeats.
 */
export function encodeVerdicts({ model, verdicts }: RecordedVerdicts): Uint8Array {
  const sorted = [...verdicts].sort(([a], [b]) => a - b);
  const steps = sorted.map(([key], at) => key - (sorted[at - 1]?.[0] ?? 0));
  const codes = sorted.map(([, { score, label }]) => (Math.round(score * 1000) + 1000) * 3 + labels.indexOf(label));
  const header = Buffer.from(`${JSON.stringify({ model, verdicts: sorted.length })}\n`);
  return Buffer.concat([header, bytesByWeight(steps, KEY_BYTES), bytesByWeight(codes, VERDICT_BYTES)]);
}

/** Reads what {@link encodeVerdicts} wrote; null when it is something else. */
export function decodeVerdicts(bytes: Uint8Array): RecordedVerdicts | null {
  const headerEnd = bytes.indexOf(0x0a);
  const header = headerOf(Buffer.from(bytes.subarray(0, Math.max(0, headerEnd))).toString());
  if (header === null || bytes.length !== headerEnd + 1 + header.verdicts * (KEY_BYTES + VERDICT_BYTES)) return null;
  const codesAt = headerEnd + 1 + header.verdicts * KEY_BYTES;
  const steps = numbersByWeight(bytes.subarray(headerEnd + 1, codesAt), KEY_BYTES);
  const codes = numbersByWeight(bytes.subarray(codesAt), VERDICT_BYTES);
  const verdicts = new Map<number, TextVerdict>();
  let key = 0;
  for (const [at, step] of steps.entries()) {
    key += step;
    const code = codes[at] ?? 0;
    const label = labels[code % 3];
    if (label !== undefined) verdicts.set(key, { score: (Math.floor(code / 3) - 1000) / 1000, label });
  }
  return { model: header.model, verdicts };
}

function headerOf(line: string): { readonly model: string; readonly verdicts: number } | null {
  try {
    const { model, verdicts } = JSON.parse(line) as { model?: unknown; verdicts?: unknown };
    return typeof model === "string" && typeof verdicts === "number" ? { model, verdicts } : null;
  } catch {
    return null;
  }
}

function bytesByWeight(numbers: readonly number[], width: number): Buffer {
  const bytes = Buffer.alloc(numbers.length * width);
  for (const [at, number] of numbers.entries()) {
    for (let weight = 0; weight < width; weight += 1)
      bytes[weight * numbers.length + at] = Math.floor(number / 256 ** (width - 1 - weight)) % 256;
  }
  return bytes;
}

function numbersByWeight(bytes: Uint8Array, width: number): number[] {
  const count = bytes.length / width;
  return Array.from({ length: count }, (_, at) => {
    let number = 0;
    for (let weight = 0; weight < width; weight += 1) number = number * 256 + (bytes[weight * count + at] ?? 0);
    return number;
  });
}
