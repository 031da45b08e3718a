import { oracleMarketBuzz, oracleReference } from "./measure-oracle.js";
import { oracleTrend, type OracleTrendDay } from "./trend-oracle.js";

/**
 * A second, slow implementation of the measures of text namespaces, written from the published formulas without code of
 * core: it reads the stored raw rows for every question. Its input texts are either equal or entirely different, so
 * that copies are equal texts.
 */
export interface RawMention {
  readonly document: string;
  readonly subject: string;
  readonly day: string;
  readonly ms: number;
  readonly place: string | null;
  readonly author: string | null;
  readonly thread: string;
  readonly text: string;
  readonly engagement: number;
  readonly inherited: boolean;
  readonly score: number | null;
  readonly label: string | null;
}

/** Differences between the namespaces' formulas. */
export interface OracleRules {
  readonly voice: "author" | "place";
  readonly contributor: "author" | "place";
  readonly breadth: "author" | "place";
  readonly weights: { readonly evidence: number; readonly people: number; readonly places: number };
  readonly hasEngagement: boolean;
}

/** Groups of an asset by level; null for none. */
export type GroupOf = (level: Level, subject: string) => string | null;
export type Level = "subject" | "sector" | "country" | "market";

interface Attention {
  readonly evidence: number;
  readonly people: number;
  readonly places: number;
}

/** Expected answer about one key in a window. */
export interface OracleRow extends Attention {
  readonly key: string;
  readonly mentions: number;
  readonly inherited: number;
  readonly documents: number;
  readonly threads: number;
  readonly placeCount: number;
  readonly voiceCount: number;
  readonly engagement: number;
  readonly buzz: number;
  readonly sentiment: number | null;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly bullish: number;
  readonly bearish: number;
}

const dayMs = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
const h = (x: number) => (x <= 1 ? x : 1 + Math.log(x));
const distinct = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
const total = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

function grouped<Item>(items: readonly Item[], of: (item: Item) => string | null): Map<string | null, Item[]> {
  const groups = new Map<string | null, Item[]>();
  for (const item of items) {
    const group = groups.get(of(item));
    if (group === undefined) groups.set(of(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The oracle over the counted rows of one namespace. */
export class MentionOracle {
  readonly #rules: OracleRules;
  readonly #groupOf: GroupOf;
  readonly #days: readonly string[];
  readonly #byDay: ReadonlyMap<string | null, readonly RawMention[]>;
  readonly #references = new Map<string, Attention>();
  readonly #hourly = new Map<string, readonly number[]>();
  readonly #trendDays = new Map<string, OracleTrendDay>();

  constructor(rows: readonly RawMention[], rules: OracleRules, groupOf: GroupOf) {
    this.#rules = rules;
    this.#groupOf = groupOf;
    this.#byDay = grouped(rows, ({ day }) => day);
    this.#days = [...new Set(rows.map(({ day }) => day))].sort();
  }

  /** Keys with mentions in the window, hottest first. */
  ranking(level: Level, from: string, to: string, source: string | null = null): OracleRow[] {
    const inside = this.#inside(from, to, source);
    const keys = [...new Set(inside.map(({ subject }) => this.#groupOf(level, subject)))].filter((key) => key !== null);
    return keys
      .map((key) => this.row(level, key, from, to, source))
      .sort((a, b) => b.buzz - a.buzz || (a.key < b.key ? -1 : 1));
  }

  /** One key in the window. */
  row(level: Level, key: string, from: string, to: string, source: string | null = null): OracleRow {
    const inside = this.#inside(from, to, source).filter(({ subject }) => this.#groupOf(level, subject) === key);
    return { key, ...this.#summary(inside, level, from, to) };
  }

  /** One asset's mentions by contributor. */
  contributors(key: string, from: string, to: string): OracleRow[] {
    const inside = this.#inside(from, to, null).filter(({ subject }) => subject === key);
    return [...grouped(inside, (mention) => mention[this.#rules.contributor])].flatMap(([name, part]) =>
      name === null ? [] : [{ key: name, ...this.#summary(part, "subject", from, to) }],
    );
  }

  /** Assets of each group, the most mentioned first. */
  members(level: Level, key: string, from: string, to: string, source: string | null = null): string[] {
    const inside = this.#inside(from, to, source).filter(({ subject }) => this.#groupOf(level, subject) === key);
    return [...grouped(inside, ({ subject }) => subject)]
      .sort(([a, x], [b, y]) => y.length - x.length || ((a ?? "") < (b ?? "") ? -1 : 1))
      .map(([subject]) => subject ?? "");
  }

  /** Rows of one asset in the window that a reader of raw mentions gets. */
  raw(key: string, from: string, to: string, withInherited: boolean): RawMention[] {
    return this.#inside(from, to, null)
      .filter(({ subject, inherited }) => subject === key && (withInherited || !inherited))
      .sort((a, b) => b.ms - a.ms || (a.document < b.document ? -1 : 1));
  }

  /** Daily buzz of a key up to a day, oldest first. */
  history(level: Level, key: string, to: string, length: number, source: string | null = null): number[] {
    return Array.from({ length }, (_, index) => {
      const day = dayText(dayNumber(to) - (length - 1 - index));
      return this.row(level, key, day, day, source).buzz;
    });
  }

  /** 3 closed days against the 3 before; null without a mention in either. */
  trend(level: Level, key: string, to: string, source: string | null = null): string | null {
    const day = (number: number) => this.#trendDay(level, key, dayText(number), source);
    return oracleTrend({
      last: dayNumber(to),
      first: dayNumber(this.#days[0] ?? to),
      hoursOf: (number) => this.#hours(dayText(number)),
      seriesOf: day,
      isWhole: level === "market",
    });
  }

  /** Market buzz of a day against the 90 days before it. */
  marketBuzz(day: string): number {
    const x = this.#marketLevel(day);
    if (x === 0) return 0;
    const past = this.#days.filter((known) => known < day && dayNumber(known) >= dayNumber(day) - 90);
    return oracleMarketBuzz(
      x,
      dayNumber(day),
      past.map((known) => ({ day: dayNumber(known), x: this.#marketLevel(known) })),
    );
  }

  /** All days with data. */
  get days(): readonly string[] {
    return this.#days;
  }

  /** A day as the trend compares it; cached, because the same days are needed many times. */
  #trendDay(level: Level, key: string, day: string, source: string | null): OracleTrendDay {
    const name = `${level} ${key} ${day} ${source ?? ""}`;
    const known = this.#trendDays.get(name);
    if (known !== undefined) return known;
    const inside = this.#inside(day, day, source).filter(({ subject }) => this.#groupOf(level, subject) === key);
    const own = new Map(inside.filter(({ inherited }) => !inherited).map((mention) => [mention.document, mention]));
    const made = {
      mentions: inside.length,
      engagement: this.#rules.hasEngagement ? total([...own.values()], ({ engagement }) => engagement) : null,
      breadth: distinct(inside.map((mention) => mention[this.#rules.breadth])),
    };
    this.#trendDays.set(name, made);
    return made;
  }

  #hours(day: string): readonly number[] {
    const known = this.#hourly.get(day);
    if (known !== undefined) return known;
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { ms } of this.#byDay.get(day) ?? []) {
      const hour = new Date(ms).getUTCHours();
      hours[hour] = (hours[hour] ?? 0) + 1;
    }
    this.#hourly.set(day, hours);
    return hours;
  }

  #marketLevel(day: string): number {
    const { mentions, voiceCount, engagement } = this.row("market", "market", day, day);
    if (mentions === 0) return 0;
    return 0.6 * Math.log(1 + mentions) + 0.25 * Math.log(1 + voiceCount) + 0.15 * Math.log(1 + engagement);
  }

  #inside(from: string, to: string, source: string | null): RawMention[] {
    const days = this.#days.filter((day) => day >= from && day <= to);
    const rows = days.flatMap((day) => this.#byDay.get(day) ?? []);
    return source === null ? rows : rows.filter(({ place }) => place === source);
  }

  #summary(inside: readonly RawMention[], level: Level, from: string, to: string): Omit<OracleRow, "key"> {
    const days = dayNumber(to) - dayNumber(from) + 1;
    const parts = [...grouped(inside, ({ day }) => day).values()].map((part) => this.#measure(part));
    const mean = (of: (part: (typeof parts)[number]) => number) => total(parts, of) / days;
    const attention = {
      evidence: mean((part) => part.evidence),
      people: mean((part) => part.people),
      places: mean((part) => part.places),
    };
    const weight = total(parts, (part) => part.weight);
    const labelled = (wanted: string) => inside.filter(({ label }) => label === wanted).length;
    const [positive, neutral, negative] = [labelled("positive"), labelled("neutral"), labelled("negative")];
    const share = (count: number) => {
      const all = positive + neutral + negative;
      return all === 0 ? 0 : Math.round((100 * count) / all);
    };
    return {
      ...attention,
      mentions: inside.length,
      inherited: inside.filter(({ inherited }) => inherited).length,
      documents: distinct(inside.map(({ document }) => document)),
      threads: distinct(inside.map(({ thread }) => thread)),
      placeCount: distinct(inside.map(({ place }) => place)),
      voiceCount: distinct(inside.map((mention) => mention[this.#rules.voice])),
      engagement: total(parts, (part) => part.engagement),
      buzz: this.#buzz(attention, level, to),
      sentiment: weight === 0 ? null : total(parts, (part) => part.weighted) / weight,
      positive,
      neutral,
      negative,
      bullish: share(positive),
      bearish: share(negative),
    };
  }

  /** E, A, C, engagement and the parts of the mean score of the mentions of one key and day. */
  #measure(mentions: readonly RawMention[]) {
    const documents = [...grouped(mentions, ({ document }) => document).values()].map((same) => {
      const [first] = same as [RawMention];
      return { ...first, inherited: same.every(({ inherited }) => inherited) };
    });
    const ordered = documents.sort((a, b) => a.ms - b.ms || (a.document < b.document ? -1 : 1));
    const rank = new Map(
      ordered.map((one, index) => [
        one.document,
        ordered.slice(0, index).filter(({ text }) => text === one.text).length,
      ]),
    );
    const copies = ({ document }: RawMention) => 0.5 ** (rank.get(document) ?? 0);
    const kappa = ({ inherited }: { inherited: boolean }) => (inherited ? 0.3 : 1);
    const [voices, nameless] = [true, false].map((isKnown) =>
      ordered.filter((mention) => (mention[this.#rules.voice] !== null) === isKnown),
    ) as [RawMention[], RawMention[]];
    const speakers = [...grouped(voices, (mention) => mention[this.#rules.voice]).values()];
    const crowd = (x: number) => (x > 1 ? x ** 0.9 : x);
    const loudness = (one: RawMention) =>
      kappa(one) * copies(one) * (1 + Math.min(2, Math.log10(1 + Math.max(0, one.engagement)) / 2));
    const opinions = [
      ...grouped(
        mentions.filter(({ score }) => score !== null),
        (mention) => mention[this.#rules.voice],
      ),
    ].map(([voice, said]) => {
      const sum = total(said, (mention) => kappa(mention) * copies(mention));
      const weighted = total(said, (mention) => kappa(mention) * copies(mention) * (mention.score ?? 0));
      const counted = voice === null ? crowd(sum) : h(sum);
      return { weight: counted, weighted: (weighted / sum) * counted };
    });
    return {
      evidence: total(speakers, (said) => h(total(said, loudness))) + crowd(total(nameless, (one) => h(loudness(one)))),
      people: total(speakers, (said) => Math.min(1, total(said, copies))) + crowd(total(nameless, copies)),
      places: distinct(ordered.map(({ place }) => place)),
      engagement: total(ordered, ({ inherited, engagement }) => (inherited ? 0 : engagement)),
      weight: total(opinions, ({ weight }) => weight),
      weighted: total(opinions, ({ weighted }) => weighted),
    };
  }

  #buzz(attention: Attention, level: Level, day: string): number {
    const m = this.#reference(level, day);
    const { weights } = this.#rules;
    const H = (x: number, half: number) => x / (x + half);
    return (
      100 *
      (weights.evidence * H(attention.evidence, m.evidence) +
        weights.people * H(attention.people, m.people) +
        weights.places * H(attention.places, m.places))
    );
  }

  /** References of the newest day with data at or before `day`, over the active key-days of its 90 days before. */
  #reference(level: Level, day: string): Attention {
    const anchor = this.#days.filter((known) => known <= day).at(-1);
    const start = { evidence: 60, people: 40, places: 6 };
    if (anchor === undefined || level === "market") return start;
    const known = this.#references.get(`${level} ${anchor}`);
    if (known !== undefined) return known;
    const past = this.#days.filter((earlier) => earlier < anchor && dayNumber(earlier) >= dayNumber(anchor) - 90);
    const samples = past.flatMap((earlier) => {
      const ofDay = this.#byDay.get(earlier) ?? [];
      const keys = grouped(ofDay, ({ subject }) => this.#groupOf(level, subject));
      return [...keys].flatMap(([key, mentions]) => (key === null ? [] : [this.#measure(mentions)]));
    });
    const history = past.filter((earlier) =>
      (this.#byDay.get(earlier) ?? []).some(({ subject }) => this.#groupOf(level, subject) !== null),
    );
    const reference = oracleReference(samples, history.length, this.#rules.weights, start);
    this.#references.set(`${level} ${anchor}`, reference);
    return reference;
  }
}
