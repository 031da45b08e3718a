import type { ModelManifest } from "./model-manifest.js";
import type { TextSpan } from "./text-model.js";

/** Words of a text to token ids, without special tokens. */
export type Tokenize = (text: string) => readonly number[];

/** A normalised text and, if a target was asked for, its name, where it stands, and where other companies do; all disjoint. */
export interface PreparedText {
  readonly text: string;
  readonly name: string | null;
  readonly mentions: readonly TextSpan[];
  readonly others: readonly TextSpan[];
}

/** Token ids with their segment (0 text, 1 target name); both of one length, at most the manifest's `maxTokens`. */
export interface ModelInput {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/**
 * The model's input for one text. Plain: `[CLS] text [SEP]`. With mentions: each one between two marker tokens, and the first
 * one's surface as second segment. Target named but not in the text: its name is the second segment. Other companies stand
 * between two marker tokens of their own wherever there is a target.
 *
 * A text that is too long is cut to one window: its beginning, or, when the first mention would not fit there, the stretch
 * that starts a third of the room before that mention. Special tokens are put in as ids; the tokenizer never makes them
 * from a text, so "[SEP]" written in a text is plain words.
 */
export function buildModelInput(prepared: PreparedText, tokenize: Tokenize, form: ModelManifest["input"]): ModelInput {
  const { text, name } = prepared;
  const { tokens, maxTokens } = form;
  const encode = (part: string) => (part === "" ? [] : tokenize(asTrained(part)));
  if (name === null) return finish(encode(text).slice(0, maxTokens - 2), null, form);

  const mentions = prepared.mentions.slice(0, form.maxMentions);
  const first = mentions[0];
  const nameIds = encode(first ? text.slice(first.start, first.end) : name).slice(0, form.maxNameTokens);
  const room = maxTokens - 3 - nameIds.length;

  const body: number[] = [];
  let firstStart = 0;
  let firstEnd = 0;
  let cursor = 0;
  const own = new Set(mentions);
  const marked = [...mentions, ...prepared.others.slice(0, form.maxOthers)].sort((a, b) => a.start - b.start);
  for (const mention of marked) {
    append(body, encode(text.slice(cursor, mention.start)));
    const start = body.length;
    body.push(own.has(mention) ? tokens.markStart : tokens.otherStart);
    append(body, encode(text.slice(mention.start, mention.end)));
    body.push(own.has(mention) ? tokens.markEnd : tokens.otherEnd);
    if (mention === first) {
      firstStart = start;
      firstEnd = body.length;
    }
    cursor = mention.end;
  }
  append(body, encode(text.slice(cursor)));
  const from = body.length > room && firstEnd > room ? windowStart(firstStart, firstEnd, body.length, room) : 0;
  return finish(body.slice(from, from + room), nameIds, form);
}

// Chinese characters outside the first plane, by the ranges of BERT's tokenizer.
const RARE_CHINESE =
  /[\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/**
 * Does beforehand what the tokenizer of training does and the JavaScript one leaves out: a capital sigma is lowered alike
 * wherever it stands, and every Chinese character is a word of its own.
 */
function asTrained(part: string): string {
  return part.replaceAll("\u03a3", "\u03c3").replace(RARE_CHINESE, " $& ");
}

// Not push(...ids): a very long text has more tokens than a call may have arguments.
function append(body: number[], ids: readonly number[]): void {
  for (const id of ids) body.push(id);
}

function windowStart(firstStart: number, firstEnd: number, length: number, room: number): number {
  const start = Math.min(firstStart - Math.floor(room / 3), length - room);
  return firstEnd - start > room ? firstStart : start;
}

function finish(body: readonly number[], nameIds: readonly number[] | null, form: ModelManifest["input"]): ModelInput {
  const { cls, sep } = form.tokens;
  const text = [cls, ...body, sep];
  const second = nameIds === null ? [] : [...nameIds, sep];
  return { ids: [...text, ...second], types: [...text.map(() => 0), ...second.map(() => 1)] };
}
