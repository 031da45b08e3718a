import { oracleReference } from "./measure-oracle.js";
import type { NewsRecord } from "./news-records.js";
import { oracleTrend } from "./trend-oracle.js";

/**
 * A second, slow implementation of the measures for news, written from the published formulas without code of core: it
 * reads all mentions for every question. Its input texts are either equal or entirely different, so that copies are
 * equal texts.
 */
export interface OracleMention {
  readonly ticker: string;
  readonly day: string;
  readonly ms: number;
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly score: number;
}

const dayMs = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

/** Mentions of records that carry exactly one ticker; scores as the word model of the tests gives them. */
export function oracleMentions(records: readonly NewsRecord[]): OracleMention[] {
  return records.map(({ id, source, title, published_at, tickers }) => ({
    ticker: tickers?.[0] ?? "",
    day: published_at.slice(0, 10),
    ms: Date.parse(published_at),
    id: `${source.toLowerCase()}:${id}`,
    source: source.toLowerCase(),
    text: title,
    score: title.includes("gains") ? 0.8 : title.includes("falls") ? -0.6 : 0,
  }));
}

interface Measures {
  readonly evidence: number;
  readonly people: number;
  readonly places: number;
  readonly weighted: number;
  readonly weight: number;
}

const h = (x: number) => (x <= 1 ? x : 1 + Math.log(x));

/** E, A, C and the parts of the mean score of mentions of one asset and day. */
function measure(mentions: readonly OracleMention[]): Measures {
  const ordered = [...mentions].sort((a, b) => a.ms - b.ms || (a.id < b.id ? -1 : 1));
  const rank = ordered.map(
    (mention, index) => ordered.slice(0, index).filter(({ text }) => text === mention.text).length,
  );
  let evidence = 0;
  let people = 0;
  let weighted = 0;
  let weight = 0;
  const sources = [...new Set(ordered.map(({ source }) => source))];
  for (const source of sources) {
    let sum = 0;
    let scores = 0;
    ordered.forEach((mention, index) => {
      if (mention.source !== source) return;
      const w = 0.5 ** (rank[index] ?? 0);
      sum += w;
      scores += w * mention.score;
    });
    evidence += h(sum);
    people += Math.min(1, sum);
    weighted += (scores / sum) * h(sum);
    weight += h(sum);
  }
  return { evidence, people, places: sources.length, weighted, weight };
}

/** Expected answer about an asset in a window. */
export interface OracleRow {
  readonly ticker: string;
  readonly mentions: number;
  readonly source_count: number;
  readonly buzz: number;
  readonly sentiment: number | null;
  readonly bullish: number;
  readonly bearish: number;
  readonly history: readonly number[];
  readonly trend: string | null;
}

/** The oracle over one set of mentions. */
export class NewsOracle {
  readonly #mentions: readonly OracleMention[];
  readonly #days: readonly string[];
  readonly #hourly = new Map<number, readonly number[]>();

  constructor(mentions: readonly OracleMention[]) {
    this.#mentions = mentions;
    this.#days = [...new Set(mentions.map(({ day }) => day))].sort();
  }

  /** Assets with activity in the window, hottest first. */
  trending(from: string, to: string, source: string | null): OracleRow[] {
    const inside = this.#select(source).filter(({ day }) => day >= from && day <= to);
    return [...new Set(inside.map(({ ticker }) => ticker))]
      .map((ticker) => this.row(ticker, from, to, source))
      .sort((a, b) => b.buzz - a.buzz || (a.ticker < b.ticker ? -1 : 1));
  }

  /** One asset in the window. */
  row(ticker: string, from: string, to: string, source: string | null): OracleRow {
    const mentions = this.#select(source).filter((mention) => mention.ticker === ticker);
    const inside = mentions.filter(({ day }) => day >= from && day <= to);
    const days = dayNumber(to) - dayNumber(from) + 1;
    const total = { evidence: 0, people: 0, places: 0, weighted: 0, weight: 0 };
    for (const day of new Set(inside.map((mention) => mention.day))) {
      const part = measure(inside.filter((mention) => mention.day === day));
      total.evidence += part.evidence;
      total.people += part.people;
      total.places += part.places;
      total.weighted += part.weighted;
      total.weight += part.weight;
    }
    const share = (wanted: (score: number) => boolean) =>
      inside.length === 0 ? 0 : Math.round((100 * inside.filter(({ score }) => wanted(score)).length) / inside.length);
    return {
      ticker,
      mentions: inside.length,
      source_count: new Set(inside.map((mention) => mention.source)).size,
      buzz: this.#buzz(total.evidence / days, total.people / days, total.places / days, to),
      sentiment: total.weight === 0 ? null : total.weighted / total.weight,
      bullish: share((score) => score > 0),
      bearish: share((score) => score < 0),
      history: this.#history(mentions, to, Math.max(days, 7)),
      trend: this.#trend(mentions, to),
    };
  }

  #select(source: string | null): readonly OracleMention[] {
    return source === null ? this.#mentions : this.#mentions.filter((mention) => mention.source === source);
  }

  #history(mentions: readonly OracleMention[], to: string, length: number): number[] {
    return Array.from({ length }, (_, index) => {
      const day = dayText(dayNumber(to) - (length - 1 - index));
      const part = measure(mentions.filter((mention) => mention.day === day));
      return this.#buzz(part.evidence, part.people, part.places, day);
    });
  }

  #buzz(evidence: number, people: number, places: number, day: string): number {
    const m = this.#reference(day);
    const H = (x: number, half: number) => x / (x + half);
    return 100 * (0.6 * H(evidence, m.evidence) + 0.25 * H(people, m.people) + 0.15 * H(places, m.places));
  }

  /** References of the newest day with data at or before `day`, over the active asset-days of its 90 days before. */
  #reference(day: string): { evidence: number; people: number; places: number } {
    const anchor = this.#days.filter((known) => known <= day).at(-1);
    const start = { evidence: 60, people: 40, places: 6 };
    if (anchor === undefined) return start;
    const past = this.#days.filter((known) => known < anchor && dayNumber(known) >= dayNumber(anchor) - 90);
    const samples: Measures[] = [];
    for (const known of past) {
      const ofDay = this.#mentions.filter((mention) => mention.day === known);
      for (const ticker of new Set(ofDay.map((mention) => mention.ticker))) {
        samples.push(measure(ofDay.filter((mention) => mention.ticker === ticker)));
      }
    }
    return oracleReference(samples, past.length, { evidence: 0.6, people: 0.25, places: 0.15 }, start);
  }

  /** News has no engagement, and its breadth is that of sources. */
  #trend(mentions: readonly OracleMention[], to: string): string | null {
    return oracleTrend({
      last: dayNumber(to),
      first: dayNumber(this.#days[0] ?? to),
      hoursOf: (day) => this.#hours(day),
      seriesOf: (number) => {
        const ofDay = mentions.filter((mention) => dayNumber(mention.day) === number);
        const sources = new Set(ofDay.map((mention) => mention.source)).size;
        return { mentions: ofDay.length, engagement: null, breadth: sources };
      },
      isWhole: false,
    });
  }

  #hours(number: number): readonly number[] {
    const known = this.#hourly.get(number);
    if (known !== undefined) return known;
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { ms } of this.#mentions.filter(({ day }) => dayNumber(day) === number)) {
      const hour = new Date(ms).getUTCHours();
      hours[hour] = (hours[hour] ?? 0) + 1;
    }
    this.#hourly.set(number, hours);
    return hours;
  }
}
