import type { CollectEvent } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { refuseMixing } from "../sample-apart.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { readSources, sourceFilePath, sourcesOptionText } from "./source-file.js";

/** Longest time from a stop request to the end. What is published by then is complete. */
const DRAIN_MS = 25_000;

/** Adds `collect`: polls the configured sources until it is asked to stop. */
export function addCollectCommand(program: Command, effects: Effects): void {
  program
    .command("collect")
    .description("poll the configured sources into the data directory, until SIGINT or SIGTERM")
    .option("--sources <file>", sourcesOptionText)
    .option("--data <dir>", dataOptionText)
    .addHelpText("after", explanation)
    .action(async (options: ParsedOptions) => collect(options, effects));
}

const explanation = `
One process collects into a data directory. Another waits for its place, and takes over within seconds when it ends,
however that happens. Changes of the configuration are taken up while it runs.`;

async function collect(options: ParsedOptions, effects: Effects): Promise<void> {
  const named = textOption(options, "data");
  const dataDirectory = await resolveDataDirectory(named, effects);
  await refuseMixing(dataDirectory, isNamedDirectory(named, effects), effects);
  const file = sourceFilePath(textOption(options, "sources"), dataDirectory, effects);
  const signal = effects.stopSignal();
  const collecting = effects.backends.collect({
    dataDirectory,
    now: effects.now,
    readConfig: () => readSources(file, effects),
    onEvent: (event) => {
      const line = lineOf(event, effects.now());
      if (line !== null) void effects.stderr.write(`${line}\n`);
    },
    signal,
  });
  await Promise.race([collecting, drainLimit(signal)]);
  await effects.stderr.write("stopped collecting\n");
}

/** Ends when the drain time is over: the next start reads an unfinished batch again. */
function drainLimit(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const start = () => void setTimeout(resolve, DRAIN_MS).unref();
    if (signal.aborted) start();
    else signal.addEventListener("abort", start, { once: true });
  });
}

/** One line of the log; null for events that come every few seconds and say nothing new. */
function lineOf(event: CollectEvent, now: Date): string | null {
  const at = now.toISOString().replace(/\.\d+Z$/, "Z");
  switch (event.kind) {
    case "waiting_for_place":
      return `${at} waiting: another process writes to this data directory`;
    case "started":
      return `${at} collecting from ${event.sources} sources`;
    case "reconfigured":
      return `${at} configuration changed: collecting from ${event.sources} sources`;
    case "config_fault":
      return `${at} the configuration cannot be used, the old one stays: ${event.message}`;
    case "not_stored":
      return `${at} ${event.source}: nothing stored: ${event.message}`;
    case "published":
      return null;
    case "polled": {
      const { outcome, reason, itemsNew, status } = event.report;
      if (outcome === "unchanged" || outcome === "empty") return null;
      if (outcome === "new") return `${at} ${event.source}: ${itemsNew} new`;
      return `${at} ${event.source}: ${outcome}${reason === null ? "" : ` (${reason})`}${status === null ? "" : `, status ${status}`}`;
    }
  }
}
