import type { IngestCounts } from "@market-sentiment/core";
import type { FileProgress } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";

/** Shows how far a long run is. */
export interface ProgressReport {
  readonly onProgress: (progress: FileProgress) => void;
  /** Ends the display; to be called once, whatever the outcome. */
  finish(): Promise<void>;
}

/** A bar where stderr is a terminal; else one plain line for each batch that queries can see. */
export async function progressReport(title: string, effects: Effects): Promise<ProgressReport> {
  return effects.stderr.isTerminal ? barReport(title, effects) : lineReport(title, effects);
}

async function barReport(title: string, effects: Effects): Promise<ProgressReport> {
  const bar = await effects.progressBar(title);
  return {
    onProgress: ({ bytesRead, totalBytes, counts }) => bar.update(bytesRead ?? 0, totalBytes, countsText(counts)),
    finish: () => Promise.resolve(bar.stop()),
  };
}

function lineReport(title: string, effects: Effects): ProgressReport {
  let written = Promise.resolve();
  return {
    onProgress: ({ published, counts }) => {
      if (!published) return;
      const line = `${title}: batch ${counts.batches} published, ${countsText(counts)}\n`;
      written = written.then(() => effects.stderr.write(line));
      written.catch(() => undefined);
    },
    finish: () => written,
  };
}

function countsText({ read, mentions }: IngestCounts): string {
  return `${read} records read, ${mentions} mentions`;
}
