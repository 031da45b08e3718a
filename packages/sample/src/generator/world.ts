import { type UtcDay, addDays, daysFrom, startOfDayMs, weekdayOf } from "@market-sentiment/core";
import { type Direction, type EventKind, cryptoEventKinds, kindFacts, stockEventKinds } from "./event-kinds.js";
import { earningsOn } from "./earnings.js";
import { cryptoWeekdayFactor, instantOn, isoSeconds, isWeekend } from "./rhythm.js";
import { remembered } from "./memo.js";
import { Rng } from "./rng.js";
import { type SampleAsset, sampleStocks, sampleTokens } from "./universe.js";

/** An event of the sample world: the cause of documents, and the truth about them. */
export interface SampleEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** Key of the asset that it is about. */
  readonly asset: string;
  /** Second asset in the story (partner, rival, target), if any. */
  readonly other: string | null;
  /** First day, and the instant as text. */
  readonly day: UtcDay;
  readonly startsAt: string;
  readonly direction: Direction;
  /** Number of news documents on its first day. */
  readonly strength: number;
  /** Days on which it is discussed, the first included. */
  readonly days: number;
  /** Remaining strength after each day. */
  readonly decay: number;
}

/** Longest life of an event in days. */
const longestEvent = 5;

const markets = { stock: sampleStocks, crypto: sampleTokens } as const;

/** The two halves of the world. */
export type SampleMarket = keyof typeof markets;

function rival(rng: Rng, asset: SampleAsset, market: SampleMarket): string | null {
  const peers = markets[market].filter(
    (peer) => peer.groupId === asset.groupId && peer.key !== asset.key && peer.names[0] !== asset.names[0],
  );
  const choice = peers.length > 0 && rng.chance(0.95) ? peers : markets[market].filter((peer) => peer !== asset);
  const others = choice.filter((peer) => peer.groupId !== "fund" || asset.groupId === "fund");
  return others.length === 0 ? null : rng.weighted(others, (peer) => peer.popularity).key;
}

function makeEvent(rng: Rng, id: string, day: UtcDay, asset: SampleAsset, kind: EventKind, hour?: number): SampleEvent {
  const facts = kindFacts(kind);
  const market = asset.groupId === "coin" ? "crypto" : "stock";
  const time = hour === undefined ? instantOn(rng, day, asset.region) : startOfDayMs(day) + hour * 3_600_000;
  const weight = Math.min(1.9, 0.45 + Math.sqrt(asset.popularity / 26));
  return {
    id,
    kind,
    asset: asset.key,
    other: rival(rng, asset, market),
    day,
    startsAt: isoSeconds(time),
    direction: facts.direction,
    strength: Math.round(facts.strength * weight * rng.logNormal(1, 0.35) * 100) / 100,
    days: Math.min(longestEvent, facts.days + (rng.chance(0.2) ? 1 : 0)),
    decay: Math.round(rng.range(0.35, 0.6) * 100) / 100,
  };
}

/** Events that do not happen to the largest companies. */
const tooBigToBuy: ReadonlySet<EventKind> = new Set(["merger_talk"]);

function randomEvents(seed: string | number, day: UtcDay, market: SampleMarket): SampleEvent[] {
  const rng = new Rng(seed, "events", market, day);
  const kinds = Object.keys(market === "stock" ? stockEventKinds : cryptoEventKinds) as EventKind[];
  const mean = market === "stock" ? (isWeekend(day) ? 9 : 15) : 3.6 * cryptoWeekdayFactor(day);
  return Array.from({ length: rng.count(mean, 12) }, (_, index) => {
    const asset = rng.weighted(markets[market], ({ popularity }) => popularity ** 0.7);
    const fitting = kinds.filter((kind) => {
      const { groups, rate } = kindFacts(kind);
      if (tooBigToBuy.has(kind) && asset.popularity > 20) return false;
      return rate > 0 && (groups?.includes(asset.groupId) ?? asset.groupId !== "fund");
    });
    const kind = rng.weighted(fitting, (name) => kindFacts(name).rate);
    return makeEvent(rng, `${day}-${market}-${String(index)}`, day, asset, kind);
  });
}

function earningsEvents(seed: string | number, day: UtcDay): SampleEvent[] {
  if (weekdayOf(day) > 4) return [];
  return earningsOn(seed, day).map(({ asset, kind, hour }) =>
    makeEvent(new Rng(seed, "earnings-event", asset.key, day), `${day}-earnings-${asset.key}`, day, asset, kind, hour),
  );
}

/** Events that start on the day, in time order. Depends only on the seed and the day. */
export const eventsStarting = remembered(256, drawEvents);

function drawEvents(seed: string | number, day: UtcDay, market: SampleMarket): readonly SampleEvent[] {
  const events = [...randomEvents(seed, day, market), ...(market === "stock" ? earningsEvents(seed, day) : [])];
  return events.sort((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : a.id < b.id ? -1 : 1));
}

/** The whole world from one day to another, both included. */
export function sampleWorld(seed: string | number, from: UtcDay, to: UtcDay): SampleEvent[] {
  return daysFrom(from, to).flatMap((day) => [
    ...eventsStarting(seed, day, "stock"),
    ...eventsStarting(seed, day, "crypto"),
  ]);
}

/** An event on one of the days on which it is discussed. */
export interface ActiveEvent {
  readonly event: SampleEvent;
  /** 0 on its first day. */
  readonly age: number;
  /** Strength left on this day. */
  readonly strength: number;
}

/** Events discussed on the day, oldest first. Later days never change the answer. */
export function activeEvents(seed: string | number, day: UtcDay, market: SampleMarket): ActiveEvent[] {
  return daysFrom(addDays(day, 1 - longestEvent), day).flatMap((start, index) => {
    const age = longestEvent - 1 - index;
    return eventsStarting(seed, start, market)
      .filter((event) => age < event.days)
      .map((event) => ({ event, age, strength: event.strength * event.decay ** age }));
  });
}
