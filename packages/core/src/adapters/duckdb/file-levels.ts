import type { StoredFile } from "../../storage/snapshot.js";

/** Files of one level that are merged into one of the next. */
const filesPerLevel = 8;
/** Files with this many rows are not merged any more: it would cost more than it saves. */
const largestMerge = 2_000_000;

/**
 * Groups of files worth merging. A file's level is the power of eight of its row count; eight files of a level become
 * one of the next, so that a row is rewritten only once per level.
 */
export function dueMerges(files: readonly StoredFile[]): StoredFile[][] {
  const levels = new Map<number, StoredFile[]>();
  for (const file of files) {
    if (file.rows >= largestMerge) continue;
    const level = Math.floor(Math.log2(Math.max(1, file.rows)) / 3);
    const group = levels.get(level);
    if (group === undefined) levels.set(level, [file]);
    else group.push(file);
  }
  const due = [...levels].filter(([, group]) => group.length >= filesPerLevel).sort(([a], [b]) => a - b);
  const [lowest] = due;
  if (lowest === undefined) return [];
  // The merged file may fill the next level: then merge both in one go.
  let [level, group] = lowest;
  for (;;) {
    level += 1;
    const next = levels.get(level) ?? [];
    if (next.length < filesPerLevel - 1) break;
    group = [...group, ...next];
  }
  return [group];
}
