import type { ModelManifest } from "./model-manifest.js";
import type { TextKind, TextSpan } from "./text-model.js";

/** Words of a text to token ids, without special tokens. */
export type Tokenize = (text: string) => readonly number[];

/** A normalised text and, if a target was asked for, its name, where it stands, and where other companies do, all disjoint; and its kind. */
export interface PreparedText {
  readonly text: string;
  readonly name: string | null;
  readonly mentions: readonly TextSpan[];
  readonly others: readonly TextSpan[];
  readonly kind?: TextKind;
}

/** Token ids with their segment (0 text, 1 target name); both of one length, at most the manifest's `maxTokens`. */
export interface ModelInput {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** Tokens of a text with its marks, and where the first mention stands in them. */
interface MarkedBody {
  readonly body: readonly number[];
  readonly nameIds: readonly number[] | null;
  /** Where the marks of the target open. */
  readonly named: readonly number[];
  readonly firstEnd: number;
}

/**
 * The model's inputs for one text: one, or for a text that is too long windows of it, at most `maxWindows`. Plain:
 * `[CLS] text [SEP]`. With mentions: each one between two marker tokens, and the first one's surface as second segment.
 * Target named but not in the text: its name is the second segment. Other companies stand between two marker tokens of
 * their own wherever there is a target.
 *
 * The first window is the beginning, or, when the first mention would not fit there, the stretch that starts a third of
 * the room before that mention. Each further one begins with the first `titleTokens` of the text, which tell what it is
 * about; the last one holds the end, and those between follow each other, or, in a text longer than all windows, stand
 * around further mentions. Special tokens are put in as ids; the tokenizer never makes them from a text, so "[SEP]"
 * written in a text is plain words.
 */
export function buildModelInputs(
  prepared: PreparedText,
  tokenize: Tokenize,
  form: ModelManifest["input"],
  maxWindows: number,
): readonly ModelInput[] {
  const marked = markedBody(prepared, tokenize, form);
  const { body, nameIds, named, firstEnd } = marked;
  const room = form.maxTokens - 2 - (nameIds === null ? 0 : nameIds.length + 1);
  const from = body.length > room && firstEnd > room ? windowStart(named[0] ?? 0, firstEnd, body.length, room) : 0;
  const title = body.slice(0, form.titleTokens);
  const rest = room - title.length;
  const further = furtherStarts({ length: body.length, after: from + room, rest, named, most: maxWindows - 1 });
  return [
    finish(body.slice(from, from + room), nameIds, form),
    ...further.map((start) => finish([...title, ...body.slice(start, start + rest)], nameIds, form)),
  ];
}

/** Mean of the windows' logits, where the last of several, which holds the conclusion, counts `endWeight` times. */
export function pooledLogits(windows: readonly ArrayLike<number>[], endWeight: number): number[] {
  const weightOf = (at: number) => (at > 0 && at === windows.length - 1 ? endWeight : 1);
  const sum = windows.reduce((total, _, at) => total + weightOf(at), 0);
  return [0, 1, 2].map(
    (label) => windows.reduce((total, logits, at) => total + weightOf(at) * (logits[label] ?? 0), 0) / sum,
  );
}

function markedBody(prepared: PreparedText, tokenize: Tokenize, form: ModelManifest["input"]): MarkedBody {
  const { text, name } = prepared;
  const { tokens } = form;
  const encode = (part: string) => (part === "" ? [] : tokenize(asTrained(part)));
  if (name === null) return { body: encode(text), nameIds: null, named: [], firstEnd: 0 };

  const mentions = prepared.mentions.slice(0, form.maxMentions);
  const first = mentions[0];
  const nameIds = encode(first ? text.slice(first.start, first.end) : name).slice(0, form.maxNameTokens);

  const body: number[] = [];
  const named: number[] = [];
  let firstEnd = 0;
  let cursor = 0;
  const own = new Set(mentions);
  const marked = [...mentions, ...prepared.others.slice(0, form.maxOthers)].sort((a, b) => a.start - b.start);
  for (const mention of marked) {
    append(body, encode(text.slice(cursor, mention.start)));
    if (own.has(mention)) named.push(body.length);
    body.push(own.has(mention) ? tokens.markStart : tokens.otherStart);
    append(body, encode(text.slice(mention.start, mention.end)));
    body.push(own.has(mention) ? tokens.markEnd : tokens.otherEnd);
    if (mention === first) firstEnd = body.length;
    cursor = mention.end;
  }
  append(body, encode(text.slice(cursor)));
  return { body, nameIds, named, firstEnd };
}

/** Where the windows after the first one begin, of `rest` tokens each; `after` is where that ends. */
function furtherStarts({
  length,
  after,
  rest,
  named,
  most,
}: {
  readonly length: number;
  readonly after: number;
  readonly rest: number;
  readonly named: readonly number[];
  readonly most: number;
}): number[] {
  if (length <= after || most < 1) return [];
  const last = length - rest;
  const between = Math.min(most, Math.ceil((length - after) / rest)) - 1;
  const isCovered = after + (between + 1) * rest >= length;
  const left = named.filter((at) => at >= after && at < last);
  const starts = Array.from({ length: between }, (_, at) => {
    const mention = isCovered ? undefined : left[Math.floor((at * left.length) / between)];
    if (mention === undefined) return after + Math.floor((at * (last - after)) / between);
    return Math.max(after, Math.min(last, mention - Math.floor(rest / 3)));
  });
  return [...starts, last];
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
