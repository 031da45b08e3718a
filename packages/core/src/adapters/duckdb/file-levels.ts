import type { StoredFile } from "../../storage/snapshot.js";

/**
 * Files of one level that are merged into one of the next. Small files are merged sooner: a reader pays for opening them more
 * than for what they hold.
 */
const filesPerLevel = 8;
const smallFilesPerLevel = 4;
/** Files with fewer rows are small. */
const smallBelow = 4_096;
const smallLevels = levelAmong(smallFilesPerLevel, smallBelow);
/** Files with this many rows are not merged any more: it would cost more than it saves. */
const largestMerge = 2_000_000;

function levelAmong(perLevel: number, rows: number): number {
  return Math.floor(Math.log2(rows) / Math.log2(perLevel));
}

/** Small files have levels by the power of four of their rows; the levels above go by the power of eight. */
function levelOf(rows: number): number {
  return rows < smallBelow
    ? levelAmong(smallFilesPerLevel, Math.max(1, rows))
    : smallLevels + levelAmong(filesPerLevel, rows / smallBelow);
}

/** How many files of a level become one of the next. */
function fullAt(level: number): number {
  return level < smallLevels ? smallFilesPerLevel : filesPerLevel;
}

/**
 * Groups of files worth merging: four files of a small level, or eight of a higher one, become one of the next. So a row is
 * rewritten only once per level.
 */
export function dueMerges(files: readonly StoredFile[]): StoredFile[][] {
  const levels = new Map<number, StoredFile[]>();
  for (const file of files) {
    if (file.rows >= largestMerge) continue;
    const level = levelOf(file.rows);
    const group = levels.get(level);
    if (group === undefined) levels.set(level, [file]);
    else group.push(file);
  }
  const due = [...levels].filter(([level, group]) => group.length >= fullAt(level)).sort(([a], [b]) => a - b);
  const [lowest] = due;
  if (lowest === undefined) return [];
  // The merged file may fill the next level: then merge both in one go.
  let [level, group] = lowest;
  for (;;) {
    level += 1;
    const next = levels.get(level) ?? [];
    if (next.length < fullAt(level) - 1) break;
    group = [...group, ...next];
  }
  return [group];
}
