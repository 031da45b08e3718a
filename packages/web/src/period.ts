import { address, type Address } from "./address.js";
import { serverNowMs } from "./ask.js";
import { addDays, dayOf, isDay } from "./days.js";
import { useWatched } from "./watched.js";

/** The period of a view. */
export interface Period {
  readonly days: number;
  readonly from: string;
  readonly to: string;
  /** Whether it ends with the current day. */
  readonly isLive: boolean;
  /** Time as of which to answer; null for now. */
  readonly asOf: string | null;
}

/** Lengths that the picker offers. */
export const lengths = [1, 7, 30, 90];

/** The current UTC day of the service. */
export function today(): string {
  const replayed = document.querySelector<HTMLMetaElement>('meta[name="replayed-day"]')?.content;
  return replayed ?? dayOf(serverNowMs());
}

/** The period in an address; 7 days up to today without one. */
export function periodOf({ query }: Address, current: string): Period {
  const asked = Number(query.get("days"));
  const days = Number.isInteger(asked) && asked >= 1 && asked <= 365 ? asked : 7;
  const named = query.get("to") ?? "";
  const to = isDay(named) && named < current ? named : current;
  return { days, from: addDays(to, 1 - days), to, isLive: to === current, asOf: query.get("as_of") };
}

/** The period of the current address. */
export function usePeriod(): Period {
  return periodOf(useWatched(address), today());
}

/** The parameters of a period. */
export function askedPeriod({ from, to, asOf }: Period): Readonly<Record<string, string | null>> {
  return { from, to, as_of: asOf };
}
