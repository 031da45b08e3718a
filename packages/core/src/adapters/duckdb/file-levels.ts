import type { StoredFile } from "../../storage/snapshot.js";
import { rowsInMemory } from "./bounded-parts.js";

/**
 * Files of one level that are merged into one of the next. Small files are merged sooner: a reader pays for opening them more
 * than for what they hold.
 */
const filesPerLevel = 8;
const smallFilesPerLevel = 4;
/** Files with fewer rows are small. */
const smallBelow = 4_096;
const smallLevels = levelAmong(smallFilesPerLevel, smallBelow);
/** Most rows of a merged file. */
const largestMerge = 2_000_000;

/** Mentions have texts, and rows of a running day are compared with one another while they are sorted. */
function mostRows({ table, amends }: StoredFile): number {
  return table === "mentions" || amends === true ? rowsInMemory : largestMerge;
}

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
 * rewritten only once per level. Where all of them would be too large for one file, it takes as many as fit.
 */
export function dueMerges(files: readonly StoredFile[]): StoredFile[][] {
  const levels = new Map<number, StoredFile[]>();
  for (const file of files) {
    // With half of that, no two of them fit into one.
    if (file.rows >= mostRows(file) / 2) continue;
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
  return [fitting(group)];
}

/** Groups that make as few files as possible of those that nothing is added to any more; none where no two fit into one. */
export function lastMerges(files: readonly StoredFile[]): StoredFile[][] {
  let left = files.filter((file) => file.rows < mostRows(file) / 2);
  const groups: StoredFile[][] = [];
  while (left.length > 1) {
    const group = fitting(left);
    groups.push(group);
    left = left.filter((file) => !group.includes(file));
  }
  return groups;
}

/** As many of the files as fit into one: at least two, since each has less than half of its rows. */
function fitting(group: readonly StoredFile[]): StoredFile[] {
  let rows = 0;
  return group.filter((file) => {
    if (rows + file.rows > mostRows(file)) return false;
    rows += file.rows;
    return true;
  });
}
