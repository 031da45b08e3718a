import type { Dimension, TextNamespace } from "../namespaces/define.js";
import type { Asset } from "../subjects/asset.js";
import { hourOfMs, type UtcDay } from "../time/utc-day.js";
import type { ActivityRow, DayMention } from "./activity.js";
import { activityRow } from "./activity-row.js";
import {
  type ActivityChanges,
  addRow,
  type ChangedRows,
  contributorLevels,
  type ContributorTable,
  type Level,
} from "./activity-changes.js";
import { DayDocuments } from "./day-documents.js";
import { type ActivityCounts, activityOfFew } from "./few-documents.js";
import { everyGroup, groupsAround, type IsWanted } from "./groups-around.js";
import { GroupActivity } from "./group-activity.js";

/** The reference graph: asset by key. */
export type AssetOf = (key: string) => Asset | null;

/**
 * A contributor with fewer documents in a group is summed again on a change: keeping running sums would cost more. Where
 * they may be copies of one another, summing costs more, too.
 */
const keptFrom = { apart: 64, alike: 32 };
/** Rows of contributors that are made at a time. */
const pageRows = 8_192;

/**
 * The activity of one day, kept up to date while mentions arrive and change. The result depends on the mentions only, not
 * on their order, and a change costs only the groups that it touches. A mention of an asset that has left the reference
 * graph counts for the asset and the market, but for no sector or country.
 */
export class DayActivity {
  readonly day: UtcDay;
  readonly #documents: DayDocuments;
  readonly #assetOf: AssetOf;
  readonly #dimensions: readonly Dimension[];
  readonly #isWanted: IsWanted;
  readonly #countsHours: boolean;
  /** Whether mentions of an asset belong to a wanted group. */
  readonly #concerned = new Map<string, boolean>();
  /** By `<level> <key>`; empty groups stay. */
  readonly #groups = new Map<string, Group>();
  readonly #touched = new Set<Group>();
  /** Contributors whose part of a group changed. */
  #touchedParts: TouchedParts = new Map();
  readonly #hours = new Map<number, number>();
  #isSettled = false;
  readonly #groupsOfSubject = new Map<number, readonly Group[]>();

  /** @param isWanted Which groups are kept; all when left out. Hours are counted with the group of the market. */
  constructor(day: UtcDay, namespace: TextNamespace, assetOf: AssetOf, isWanted: IsWanted = everyGroup) {
    this.day = day;
    this.#assetOf = assetOf;
    this.#isWanted = isWanted;
    this.#countsHours = isWanted("market", "market");
    this.#dimensions = namespace.dimensions;
    const { voice, detail } = namespace;
    this.#documents = new DayDocuments({ voice, contributor: detail.contributors.column });
  }

  /** Number of documents, dropped ones included: their room is freed only when the day is loaded again. */
  get size(): number {
    return this.#documents.length;
  }

  /**
   * Replaces the counted rows of a document; an empty list removes the document.
   *
   * @param words Title and body of the document; when null, {@link wantedTexts} may ask for them.
   */
  put(documentId: string, rows: readonly DayMention[], words: string | null = null): void {
    const old = this.#documents.find(documentId);
    if (old >= 0) {
      this.#countHours(old, -1);
      this.#leave(this.#groupsOf(old), old);
      this.#documents.drop(old);
    }
    const [first, ...others] = rows;
    if (first === undefined || !this.#concernsAny(rows)) return;
    const document = this.#documents.add([first, ...others], words);
    this.#countHours(document, 1);
    this.#enter(this.#groupsOf(document), document);
  }

  /** Documents whose texts {@link changes} needs because they share a band with another; hand them in with {@link tell}. */
  wantedTexts(): string[] {
    const { texts } = this.#documents;
    return texts.wanted().flatMap((text) => {
      const document = this.#documents.withText(text);
      return document < 0 ? [] : [this.#documents.idOf(document)];
    });
  }

  /** Hands in the text of a document: title and body, with a space between. */
  tell(documentId: string, text: string): void {
    const document = this.#documents.find(documentId);
    if (document >= 0) this.#documents.texts.tell(this.#documents.textOf(document), text);
  }

  /** Declares everything put so far as stored: {@link changes} will not list it. */
  settle(): void {
    this.#isSettled = true;
    this.#touched.clear();
    this.#touchedParts = new Map();
  }

  /** Every row of the day. */
  everything(): ActivityChanges {
    for (const group of this.#groups.values()) this.#touched.add(group);
    for (let document = 0; document < this.#documents.length; document += 1)
      if (this.#documents.isPresent(document)) this.#touch(this.#groupsOf(document), document);
    return this.changes();
  }

  /** Changes since the last call, or since {@link settle}. */
  changes(): ActivityChanges {
    const groups = new Map<`${Level}_daily`, ChangedRows>();
    for (const group of this.#touched) {
      const known = groups.get(`${group.level}_daily`) ?? { rows: [], gone: [] };
      groups.set(`${group.level}_daily`, known);
      addRow(known, this.#rowOf(group, "", group.all.size === 0 ? null : group.all.counts()), group.all.size === 0);
    }
    const touched = this.#touchedParts;
    const contributors = new Map(
      contributorLevels.map((level): [ContributorTable, Iterable<ChangedRows>] => [
        `${level}_contributor_daily`,
        this.#contributorRows(level, touched),
      ]),
    );
    const isWhole = !this.#isSettled;
    this.settle();
    const hours = [...this.#hours].sort(([a], [b]) => a - b);
    return {
      groups,
      contributors,
      hourly: hours.map(([hour, mentions]) => ({ day: this.day, hour, mentions })),
      isWhole,
    };
  }

  /** The rows of touched contributors in the groups of a level. */
  *#contributorRows(level: Level, touched: TouchedParts): Generator<ChangedRows> {
    let page: ChangedRows = { rows: [], gone: [] };
    for (const [contributor, groups] of touched) {
      if (!groups.some((group) => group.level === level)) continue;
      const name = this.#documents.personName(contributor);
      const documents = this.#documents.ofContributor(contributor);
      for (const group of groups) {
        if (group.level !== level) continue;
        const inside = documents.filter((document) => this.#isIn(group, document));
        const counts = this.#partOf(contributor, group, inside);
        addRow(page, this.#rowOf(group, name, counts), counts === null);
      }
      if (page.rows.length + page.gone.length < pageRows) continue;
      yield page;
      page = { rows: [], gone: [] };
    }
    if (page.rows.length + page.gone.length > 0) yield page;
  }

  /** A contributor's part of a group; null where none is left. */
  #partOf(contributor: number, group: Group, inside: readonly number[]): ActivityCounts | null {
    if (inside.length === 0) {
      group.parts.delete(contributor);
      return null;
    }
    let part = group.parts.get(contributor);
    if (part === undefined) {
      const few = inside.length < keptFrom.apart ? activityOfFew(this.#documents, inside, group.isInside) : null;
      if (few !== null) return few;
      part = new GroupActivity(this.#documents, group.isInside);
      for (const document of inside) part.add(document);
      if (inside.length >= keptFrom.alike) group.parts.set(contributor, part);
    }
    return part.counts();
  }

  #enter(groups: readonly Group[], document: number): void {
    for (const group of groups) {
      group.all.add(document);
      this.#part(group, document)?.add(document);
    }
    this.#touch(groups, document);
  }

  #leave(groups: readonly Group[], document: number): void {
    for (const group of groups) {
      group.all.remove(document);
      this.#part(group, document)?.remove(document);
    }
    this.#touch(groups, document);
  }

  #part(group: Group, document: number): GroupActivity | undefined {
    return group.parts.size === 0 ? undefined : group.parts.get(this.#documents.contributorOf(document));
  }

  /** Marks the groups that a document belongs to, and the part that its contributor has in each. */
  #touch(groups: readonly Group[], document: number): void {
    for (const group of groups) this.#touched.add(group);
    const contributor = this.#documents.contributorOf(document);
    if (contributor === 0) return;
    const known = this.#touchedParts.get(contributor);
    // Documents about one asset share one list, so most contributors need none of their own.
    if (known === undefined) this.#touchedParts.set(contributor, groups);
    else if (known !== groups) this.#touchedParts.set(contributor, [...new Set([...known, ...groups])]);
  }

  /** Whether a document has a mention inside the group. */
  #isIn(group: Group, document: number): boolean {
    const end = this.#documents.endOfMentions(document);
    for (let place = this.#documents.startOfMentions(document); place < end; place += 1)
      if (this.#around(this.#documents.subjectAt(place)).includes(group)) return true;
    return false;
  }

  /** The groups that the document's mentions belong to, each once. */
  #groupsOf(document: number): readonly Group[] {
    const [start, end] = [this.#documents.startOfMentions(document), this.#documents.endOfMentions(document)];
    const first = this.#around(this.#documents.subjectAt(start));
    if (end === start + 1) return first;
    const found = new Set(first);
    for (let place = start + 1; place < end; place += 1)
      for (const group of this.#around(this.#documents.subjectAt(place))) found.add(group);
    return [...found];
  }

  /** The groups that mentions of an asset belong to. */
  #around(subject: number): readonly Group[] {
    let groups = this.#groupsOfSubject.get(subject);
    if (groups === undefined) {
      const key = this.#documents.subjectName(subject);
      groups = this.#wantedAround(key).map(([level, of]) => this.#groupOf(level, of));
      this.#groupsOfSubject.set(subject, groups);
    }
    return groups;
  }

  /** The names of the wanted groups that mentions of an asset belong to. */
  #wantedAround(key: string): [Level, string][] {
    const around = groupsAround(key, this.#assetOf(key), this.#dimensions);
    return around.filter(([level, of]) => this.#isWanted(level, of));
  }

  /** Whether some of the mentions belong to a wanted group. */
  #concernsAny(rows: readonly DayMention[]): boolean {
    return this.#isWanted === everyGroup || rows.some(({ subject }) => this.#concerns(subject));
  }

  #concerns(key: string): boolean {
    const known = this.#concerned.get(key) ?? this.#wantedAround(key).length > 0;
    this.#concerned.set(key, known);
    return known;
  }

  #groupOf(level: Level, key: string): Group {
    const known = this.#groups.get(`${level} ${key}`);
    if (known !== undefined) return known;
    const isInside = (subject: number) => this.#groupsOfSubject.get(subject)?.includes(group) === true;
    const group: Group = {
      level,
      key,
      isInside,
      all: new GroupActivity(this.#documents, isInside),
      parts: new Map<number, GroupActivity>(),
    };
    this.#groups.set(`${level} ${key}`, group);
    return group;
  }

  #rowOf({ level, key }: Group, contributor: string, told: ActivityCounts | null): ActivityRow {
    const type = level === "subject" ? (this.#assetOf(key)?.type ?? null) : null;
    return activityRow({ key, contributor, day: this.day, type }, told);
  }

  #countHours(document: number, sign: 1 | -1): void {
    if (!this.#countsHours) return;
    const hour = hourOfMs(this.#documents.timeOf(document));
    const mentions = this.#documents.endOfMentions(document) - this.#documents.startOfMentions(document);
    const count = (this.#hours.get(hour) ?? 0) + sign * mentions;
    if (count === 0) this.#hours.delete(hour);
    else this.#hours.set(hour, count);
  }
}

/** Contributors with the groups in which their part changed; the market is among them, and has no parts. */
type TouchedParts = Map<number, readonly Group[]>;

interface Group {
  readonly level: Level;
  readonly key: string;
  readonly isInside: (subject: number) => boolean;
  readonly all: GroupActivity;
  /** By contributor, for those with many documents. */
  readonly parts: Map<number, GroupActivity>;
}
