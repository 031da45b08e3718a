import { growingBytes, growingDoubles, growingInts } from "../metrics/growing-array.js";
import { IntMap } from "../metrics/int-map.js";
import type { RankedItems } from "../metrics/story-ranks.js";
import { TextPool } from "../metrics/text-pool.js";
import type { SentimentLabel } from "../sentiment/text-model.js";
import type { DayMention } from "./activity.js";

const labels = [null, "positive", "neutral", "negative"] as const;

/** Numbers names from 1, in the order in which they come; 0 stands for none. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [""];

  numberOf(name: string | null): number {
    if (name === null) return 0;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }

  nameOf(number: number): string {
    return this.#names[number] ?? "";
  }
}

/**
 * The counted documents of one day, numbered from 0, in typed arrays: what a rollup needs of a million posts without their
 * texts. Numbers of dropped documents are not given again.
 */
export class DayDocuments implements RankedItems {
  readonly texts = new TextPool();
  readonly #voiceColumn: "author" | "place";
  readonly #contributorColumn: "author" | "place";
  /** Documents and the threads that they belong to. */
  readonly #documents = new Names();
  readonly #people = new Names();
  readonly #pages = new Names();
  readonly #subjects = new Names();
  readonly #byName = new IntMap();
  readonly #name = growingInts();
  readonly #timeMs = growingDoubles();
  readonly #text = growingInts();
  readonly #page = growingInts();
  readonly #voice = growingInts();
  readonly #place = growingInts();
  readonly #contributor = growingInts();
  readonly #thread = growingInts();
  readonly #engagement = growingDoubles();
  readonly #firstMention = growingInts();
  readonly #subject = growingInts();
  readonly #inherited = growingBytes();
  readonly #score = growingDoubles();
  readonly #label = growingBytes();

  constructor(columns: { readonly voice: "author" | "place"; readonly contributor: "author" | "place" }) {
    this.#voiceColumn = columns.voice;
    this.#contributorColumn = columns.contributor;
  }

  /** Documents that were ever added. */
  get length(): number {
    return this.#name.length;
  }

  /** Number of the document with the id; -1 when it is not among them. */
  find(documentId: string): number {
    return this.#byName.get(this.#documents.numberOf(documentId));
  }

  /** Takes the rows of one document and gives its number. */
  add(rows: readonly [DayMention, ...DayMention[]]): number {
    const [row] = rows;
    const document = this.#name.push(this.#documents.numberOf(row.document_id));
    this.#byName.set(this.#name.at(document), document);
    this.#timeMs.push(row.created_utc);
    this.#text.push(row.text_print === null ? -1 : this.texts.add(row.text_print));
    this.#page.push(this.#pages.numberOf(row.page) - 1);
    this.#voice.push(this.#people.numberOf(row[this.#voiceColumn]));
    this.#place.push(this.#people.numberOf(row.place));
    this.#contributor.push(this.#people.numberOf(row[this.#contributorColumn]));
    this.#thread.push(this.#documents.numberOf(row.thread_id));
    this.#engagement.push(row.engagement);
    this.#firstMention.push(this.#subject.length);
    for (const { subject, inherited, sentiment_score, sentiment_label } of rows) {
      this.#subject.push(this.#subjects.numberOf(subject));
      this.#inherited.push(Number(inherited));
      this.#score.push(sentiment_score ?? Number.NaN);
      this.#label.push(labels.indexOf(sentiment_label));
    }
    return document;
  }

  /** Forgets a document; its number is not used again. */
  drop(document: number): void {
    this.#byName.delete(this.#name.at(document));
  }

  /** Whether the document is still there. */
  isPresent(document: number): boolean {
    return this.#byName.get(this.#name.at(document)) === document;
  }

  idOf(document: number): string {
    return this.#documents.nameOf(this.#name.at(document));
  }

  /** Milliseconds since the epoch. */
  timeOf(document: number): number {
    return this.#timeMs.at(document);
  }

  textOf(document: number): number {
    return this.#text.at(document);
  }

  pageOf(document: number): number {
    return this.#page.at(document);
  }

  /** 0 for every unknown or deleted one. */
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

  threadOf(document: number): number {
    return this.#thread.at(document);
  }

  engagementOf(document: number): number {
    return this.#engagement.at(document);
  }

  /** Place of a document's first mention; its others follow up to {@link endOfMentions}, which is not one of them. */
  startOfMentions(document: number): number {
    return this.#firstMention.at(document);
  }

  endOfMentions(document: number): number {
    return document + 1 < this.length ? this.#firstMention.at(document + 1) : this.#subject.length;
  }

  /** The asset of the mention at a place, and what else it says. */
  subjectAt(place: number): number {
    return this.#subject.at(place);
  }

  isInheritedAt(place: number): boolean {
    return this.#inherited.at(place) === 1;
  }

  /** NaN where it was not judged. */
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

  compare(a: number, b: number): number {
    const [x, y] = [this.#timeMs.at(a), this.#timeMs.at(b)];
    if (x !== y) return x - y;
    return this.idOf(a) < this.idOf(b) ? -1 : 1;
  }
}
