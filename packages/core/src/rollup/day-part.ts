import { createHash } from "node:crypto";
import { filesOf, type Snapshot } from "../storage/snapshot.js";
import { parseUtcDay, type UtcDay } from "../time/utc-day.js";
import type { Level } from "./activity-changes.js";

/** A share of a day's groups (assets, sectors, countries, the market), which can be rolled up without the others. */
export interface DayPart {
  readonly day: UtcDay;
  /** From 0 on, below {@link of}. */
  readonly part: number;
  readonly of: number;
}

/** Most parts of a day. */
export const mostParts = 1_000;

/** A part as one line, such as `2026-03-01 0/4`. */
export function dayPartText({ day, part, of }: DayPart): string {
  return `${day} ${part}/${of}`;
}

/** The part that a line names; null where it names none. */
export function parseDayPart(line: string): DayPart | null {
  const found = /^(\d{4}-\d{2}-\d{2}) (\d{1,4})\/(\d{1,4})$/.exec(line.trim());
  const day = parseUtcDay(found?.[1] ?? "");
  const [part, of] = [Number(found?.[2]), Number(found?.[3])];
  return day === null || !(part < of) || of > mostParts ? null : { day, part, of };
}

/** Whether a group belongs to the part: by a hash (FNV-1a) of its name. */
export function isInPart(level: Level, key: string, { part, of }: Pick<DayPart, "part" | "of">): boolean {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${level} ${key}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % of === part;
}

/** Tells the stored mentions of a day from those of any other state: files of mentions never change. */
export function stateOfDay(snapshot: Snapshot, namespace: string, day: UtcDay): string {
  const month = day.slice(0, 7);
  const holding = filesOf(snapshot, namespace, "mentions").filter((file) =>
    file.days === undefined ? file.month === month : file.days[0] <= day && day <= file.days[1],
  );
  return createHash("sha256")
    .update(holding.map(({ path }) => path).join("\n"))
    .digest("hex")
    .slice(0, 16);
}
