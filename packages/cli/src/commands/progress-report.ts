import type { FileProgress } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";
import { valueText } from "../output/value-text.js";

/** Shows how far a long run is. */
export interface ProgressReport {
  readonly onProgress: (progress: FileProgress) => void;
  /** Ends the display; to be called once, whatever the outcome. */
  finish(): Promise<void>;
}

/**
 * A bar where stderr is a terminal and the size of the work is known; else one plain line for each batch that queries can
 * see.
 */
export async function progressReport(title: string, effects: Effects, isSized = true): Promise<ProgressReport> {
  return isSized && effects.stderr.isTerminal ? barReport(title, effects) : lineReport(title, effects);
}

async function barReport(title: string, effects: Effects): Promise<ProgressReport> {
  const bar = await effects.progressBar(title);
  const note = workNote(effects);
  return {
    onProgress: (progress) => bar.update(progress.bytesDone ?? 0, progress.totalBytes ?? 0, note(progress)),
    finish: () => Promise.resolve(bar.stop()),
  };
}

function lineReport(title: string, effects: Effects): ProgressReport {
  const note = workNote(effects);
  let written = Promise.resolve();
  let batches = 0;
  return {
    onProgress: (progress) => {
      const text = note(progress);
      // Batches without changes were not published.
      if (!progress.published || progress.counts.batches === batches) return;
      ({ batches } = progress.counts);
      const line = `${title}: batch ${batches} published, ${text}\n`;
      written = written.then(() => effects.stderr.write(line));
      written.catch(() => undefined);
    },
    finish: () => written,
  };
}

/** Elapsed seconds and share of the work from which the remaining time is estimated. */
const MIN_SECONDS = 2;
const MIN_SHARE = 0.01;

/** Share done, speed and remaining time. The clock starts with the first progress. */
function workNote({ now }: Pick<Effects, "now">): (progress: FileProgress) => string {
  let startMs: number | null = null;
  return ({ counts, bytesDone, totalBytes }) => {
    const nowMs = now().getTime();
    startMs ??= nowMs;
    const seconds = (nowMs - startMs) / 1000;
    const { read, judged } = counts;
    // Prediction markets are read, not judged.
    const done = judged > 0 ? judged : read;
    const parts = [`${valueText("count", read)} records read`];
    if (judged > 0) parts.push(`${valueText("count", judged)} texts judged`);
    if (seconds >= MIN_SECONDS) parts.push(`${valueText("count", Math.round(done / seconds))}/s`);
    const share = bytesDone === null || totalBytes === null ? 0 : bytesDone / Math.max(1, totalBytes);
    if (seconds >= MIN_SECONDS && share >= MIN_SHARE)
      parts.push(`${durationText((seconds * (1 - share)) / share)} left`);
    return parts.join(", ");
  };
}

/** A length of time in words, of two units at most: `2 h 5 min`, `12 min`, `40 s`. */
function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 90) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
