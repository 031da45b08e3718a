import { type CoverageInterval, type KnownTime, knownTime } from "./coverage.js";

const hourMs = 3_600_000;

/** A source with its known time and coverage. */
export interface SeenSource {
  readonly since: number;
  readonly enabled: boolean;
  readonly covered_to: number | null;
  readonly intervals: readonly CoverageInterval[];
}

/**
 * Share of each clock hour that a namespace's live sources saw, 0 to 1, starting at `fromMs` (a full hour). Null for
 * hours in which no source was known, and where there is none at all. All sources have the same weight.
 */
export function seenByHour(
  sources: readonly SeenSource[],
  { fromMs, hours }: { readonly fromMs: number; readonly hours: number },
  nowMs: number,
): (number | null)[] {
  const seen = new Float64Array(hours);
  const known = new Float64Array(hours);
  const add = (to: Float64Array, time: KnownTime, sign: number) => {
    const end = Math.min(time.toMs, fromMs + hours * hourMs);
    for (let at = Math.max(time.fromMs, fromMs); at < end;) {
      const hour = Math.floor((at - fromMs) / hourMs);
      const next = Math.min(end, fromMs + (hour + 1) * hourMs);
      to[hour] = (to[hour] ?? 0) + sign * (next - at);
      at = next;
    }
  };
  for (const { intervals, ...state } of sources) {
    const time = knownTime(state, nowMs);
    add(known, time, 1);
    for (const interval of intervals) {
      const within = { fromMs: Math.max(interval.fromMs, time.fromMs), toMs: Math.min(interval.toMs, time.toMs) };
      if (interval.state === "disabled") add(known, within, -1);
      else if (interval.state !== "gap") add(seen, within, 1);
    }
  }
  return Array.from(known, (knownMs, hour) => (knownMs < 1 ? null : Math.min(1, (seen[hour] ?? 0) / knownMs)));
}
