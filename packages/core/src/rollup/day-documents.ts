import { growingBytes, growingDoubles, growingHashes, growingInts } from "../metrics/growing-array.js";
import { HashIndex } from "../metrics/hash-index.js";
import { KeptTexts } from "../metrics/kept-texts.js";
import { TextPool } from "../metrics/text-pool.js";
import type { SentimentLabel } from "../sentiment/text-model.js";
import type { DayMention } from "./activity.js";

const labels = [null, "positive", "neutral", "negative"] as const;
/** Marks engagement that does not fit into 32 bits. */
const large = -1;

/** Numbers names from 1 in order of arrival; 0 means no name. */
class Names {
  readonly #names = new KeptTexts();
  readonly #hashes = growingHashes();
  readonly #byHash = new HashIndex((name) => this.#hashes.at(name));
  /** The name of the last look-up. The same name is often asked for two or three times in a row. */
  #last = "";
  #lastNumber = 0;

  constructor() {
    this.#names.push("");
    this.#hashes.push(0);
  }

  numberOf(name: string | null): number {
    if (name === null) return 0;
    if (name === this.#last && this.#lastNumber > 0) return this.#lastNumber;
    const hash = hashOf(name);
    let number = this.#byHash.find(hash, (other) => this.#hashes.at(other) === hash && this.#names.at(other) === name);
    if (number < 0) {
      number = this.#names.push(name);
      this.#hashes.push(hash);
      this.#byHash.add(hash, number);
    }
    this.#last = name;
    this.#lastNumber = number;
    return number;
  }

  nameOf(number: number): string {
    return this.#names.at(number);
  }
}

/** 32-bit FNV-1a hash of a text's UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * The counted documents of one day, numbered from 0, without their texts. Typed arrays, so that a day of a million posts
 * fits into memory. The number of a dropped document is not reused.
 */
export class DayDocuments {
  readonly texts = new TextPool();
  readonly #voiceColumn: "author" | "place";
  readonly #contributorColumn: "author" | "place";
  /** Documents and the threads that they belong to. */
  readonly #documents = new Names();
  readonly #people = new Names();
  readonly #pages = new Names();
  readonly #subjects = new Names();
  /** Document number by the number of its id; -1 where no such document is present. */
  readonly #byName = growingInts();
  readonly #name = growingInts();
  /** Milliseconds since the first document's time. */
  readonly #sinceMs = growingInts();
  #firstMs = 0;
  readonly #text = growingInts();
  /** Latest document by text. */
  readonly #ofText = growingInts();
  /** Pages and places by number, as long as needed: many streams have none. */
  readonly #page = growingInts();
  readonly #voice = growingInts();
  readonly #place = growingInts();
  /** The voices, where these are the contributors. */
  readonly #contributor: ReturnType<typeof growingInts>;
  /** Linked list per contributor: its last document, and for each document the previous one; -1 for none. */
  readonly #lastOf = growingInts();
  readonly #before = growingInts();
  /** Threads of documents that do not start their own. */
  readonly #thread = growingInts();
  /** `large` where it is in the map. */
  readonly #engagement = growingInts();
  readonly #largeEngagement = new Map<number, number>();
  readonly #firstMention = growingInts();
  readonly #subject = growingInts();
  readonly #inherited = growingBytes();
  readonly #score = growingDoubles();
  readonly #label = growingBytes();

  constructor(columns: { readonly voice: "author" | "place"; readonly contributor: "author" | "place" }) {
    this.#voiceColumn = columns.voice;
    this.#contributorColumn = columns.contributor;
    this.#contributor = columns.contributor === columns.voice ? this.#voice : growingInts();
  }

  /** Number of documents ever added. */
  get length(): number {
    return this.#name.length;
  }

  /** Number of the document with the id; -1 when absent. */
  find(documentId: string): number {
    return this.#documentNamed(this.#documents.numberOf(documentId));
  }

  /**
   * Adds the rows of one document.
   *
   * @param words Its text; null when not at hand.
   * @returns Its number.
   */
  add(rows: readonly [DayMention, ...DayMention[]], words: string | null): number {
    const [row] = rows;
    const name = this.#documents.numberOf(row.document_id);
    const document = this.#name.push(name);
    while (this.#byName.length <= name) this.#byName.push(-1);
    this.#byName.set(name, document);
    if (document === 0) this.#firstMs = row.created_utc;
    this.#sinceMs.push(row.created_utc - this.#firstMs);
    const text = row.text_print === null ? -1 : this.texts.add(row.text_print, words);
    this.#text.push(text);
    while (this.#ofText.length <= text) this.#ofText.push(-1);
    if (text >= 0) this.#ofText.set(text, document);
    if (row.page !== null) this.#page.put(document, this.#pages.numberOf(row.page));
    this.#voice.push(this.#people.numberOf(row[this.#voiceColumn]));
    if (row.place !== null) this.#place.put(document, this.#people.numberOf(row.place));
    const contributor = this.#people.numberOf(row[this.#contributorColumn]);
    if (this.#contributor !== this.#voice) this.#contributor.push(contributor);
    while (this.#lastOf.length <= contributor) this.#lastOf.push(-1);
    this.#before.push(this.#lastOf.at(contributor));
    this.#lastOf.set(contributor, document);
    if (row.thread_id !== row.document_id) this.#thread.put(document, this.#documents.numberOf(row.thread_id));
    const isSmall = row.engagement === (row.engagement | 0) && row.engagement !== large;
    this.#engagement.push(isSmall ? row.engagement : large);
    if (!isSmall) this.#largeEngagement.set(document, row.engagement);
    this.#firstMention.push(this.#subject.length);
    for (const { subject, inherited, sentiment_score, sentiment_label } of rows) {
      this.#subject.push(this.#subjects.numberOf(subject));
      this.#inherited.push(Number(inherited));
      this.#score.push(sentiment_score ?? Number.NaN);
      this.#label.push(labels.indexOf(sentiment_label));
    }
    return document;
  }

  /** Drops a document; its number is not reused. */
  drop(document: number): void {
    this.#byName.set(this.#name.at(document), -1);
  }

  /** False once the document was dropped. */
  isPresent(document: number): boolean {
    return this.#byName.at(this.#name.at(document)) === document;
  }

  /** A present document with the text; -1 when none has it. */
  withText(text: number): number {
    const last = this.#ofText.at(text);
    if (last < 0 || this.isPresent(last)) return last;
    // The latest one was dropped, or its text has changed.
    for (let document = last - 1; document >= 0; document -= 1)
      if (this.#text.at(document) === text && this.isPresent(document)) return document;
    return -1;
  }

  idOf(document: number): string {
    return this.#documents.nameOf(this.#name.at(document));
  }

  /** Milliseconds since the epoch. */
  timeOf(document: number): number {
    return this.#firstMs + this.#sinceMs.at(document);
  }

  textOf(document: number): number {
    return this.#text.at(document);
  }

  pageOf(document: number): number {
    return this.#page.at(document) - 1;
  }

  /** 0 for unknown and deleted authors. */
  voiceOf(document: number): number {
    return this.#voice.at(document);
  }

  /** 0 for none. */
  placeOf(document: number): number {
    return this.#place.at(document);
  }

  /** 0 for none. */
  contributorOf(document: number): number {
    return this.#contributor.at(document);
  }

  /** Present documents of a contributor, in order of arrival. */
  ofContributor(contributor: number): number[] {
    const documents: number[] = [];
    for (let document = this.#lastOf.at(contributor); document >= 0; document = this.#before.at(document))
      if (this.isPresent(document)) documents.push(document);
    return documents.length < 2 ? documents : documents.reverse();
  }

  threadOf(document: number): number {
    return this.#thread.at(document) || this.#name.at(document);
  }

  /** Whether the document's thread is its own. */
  startsThread(document: number): boolean {
    return this.#thread.at(document) === 0;
  }

  /** The present document that starts a thread; -1 without one. */
  startOfThread(thread: number): number {
    const document = this.#documentNamed(thread);
    return document >= 0 && this.startsThread(document) ? document : -1;
  }

  engagementOf(document: number): number {
    const engagement = this.#engagement.at(document);
    return engagement === large ? (this.#largeEngagement.get(document) ?? 0) : engagement;
  }

  /** Index of a document's first mention; the others follow, up to and excluding {@link endOfMentions}. */
  startOfMentions(document: number): number {
    return this.#firstMention.at(document);
  }

  endOfMentions(document: number): number {
    return document + 1 < this.length ? this.#firstMention.at(document + 1) : this.#subject.length;
  }

  /** The asset of the mention at an index; the accessors below read its other columns. */
  subjectAt(place: number): number {
    return this.#subject.at(place);
  }

  isInheritedAt(place: number): boolean {
    return this.#inherited.at(place) === 1;
  }

  /** NaN where the model gave no verdict. */
  scoreAt(place: number): number {
    return this.#score.at(place);
  }

  labelAt(place: number): SentimentLabel | null {
    return labels[this.#label.at(place)] ?? null;
  }

  subjectName(subject: number): string {
    return this.#subjects.nameOf(subject);
  }

  personName(person: number): string {
    return this.#people.nameOf(person);
  }

  /** Compares two documents by (time, id); never 0. */
  compare(a: number, b: number): number {
    const [x, y] = [this.#sinceMs.at(a), this.#sinceMs.at(b)];
    if (x !== y) return x - y;
    return this.idOf(a) < this.idOf(b) ? -1 : 1;
  }

  #documentNamed(name: number): number {
    return name < this.#byName.length ? this.#byName.at(name) : -1;
  }
}
