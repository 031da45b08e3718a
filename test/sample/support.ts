import { addDays, daysFrom, type UtcDay, utcDay } from "../../packages/core/src/time/utc-day.js";
import { DEFAULT_SEED, type SampleNamespaceId, sampleRecords } from "../../packages/sample/src/generator/index.js";

/** Four ordinary weeks, Monday to Sunday, with a stretch of results season. */
export const fourWeeks: readonly UtcDay[] = daysFrom(utcDay("2026-07-20"), addDays(utcDay("2026-07-20"), 27));

/** Records of several days in one list. */
export function recordsOf<Content extends object>(namespaceId: SampleNamespaceId, days: readonly UtcDay[]): Content[] {
  return days.flatMap((day) => sampleRecords(namespaceId, { seed: DEFAULT_SEED, day }) as readonly Content[]);
}

/** Share of different values. */
export const distinctShare = (values: readonly string[]): number => new Set(values).size / values.length;

/** Lower case, letters and digits only: what makes two titles the same. */
export const normalTitle = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
