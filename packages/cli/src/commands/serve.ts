import type { Command } from "commander";
import { dayOf } from "@market-sentiment/core";
import type { SampleLoading } from "@market-sentiment/sample";
import { describeSettings } from "@market-sentiment/server/settings";
import { callTime, todayOptionText } from "../call-time.js";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { takesSample } from "../sample-apart.js";
import { curlExamples, demoKey } from "./demo-access.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { readSources, sourceFilePath, sourcesOptionText, writeExampleSources } from "./source-file.js";
import { SampleLine } from "./sample-line.js";

/** Adds `serve`: the HTTP service over the data directory, until it is asked to stop. */
export function addServeCommand(program: Command, effects: Effects): void {
  program
    .command("serve")
    .description("the HTTP service over the data directory, until SIGINT or SIGTERM")
    .option("--port <n>", "port; 0 takes a free one (default: $PORT, else 8080)")
    .option("--host <address>", "address to listen on (default: $HOST, else 127.0.0.1)")
    .option("--workers <n>", "processes that answer, up to 64 (default: $SENTIMENT_WORKERS, else 1)")
    .option("--sample", "load the sample data while serving, and make a demo key, where they are not there yet")
    .option("--collect", "also collect from the live sources, in a process of its own")
    .option("--sources <file>", sourcesOptionText)
    .option("--inference-only", "only judge texts, for services that name this one in SENTIMENT_INFERENCE_URL")
    .option("--today <day>", todayOptionText)
    .option("--data <dir>", dataOptionText)
    .addHelpText("after", settingsHelp)
    .action(async (options: ParsedOptions) => serve(options, effects));
}

/** The environment's settings, from the table that also parses them. */
function settingsHelp(): string {
  const lines = describeSettings().map(({ name, description, fallback }) => {
    const shown = fallback === null ? description : `${description} (default: ${fallback})`;
    return `  ${name.padEnd(29)}${shown}`;
  });
  return ["", "Settings in the environment:", ...lines].join("\n");
}

async function serve(options: ParsedOptions, effects: Effects): Promise<void> {
  const inferenceOnly = options.inferenceOnly === true;
  if (inferenceOnly && options.collect === true) throw new WrongUse("--collect has no meaning with --inference-only");
  if (options.collect === true && options.sample === true)
    throw new WrongUse("--collect and --sample exclude each other: invented data is not mixed with real data");
  if (inferenceOnly && options.sample === true) throw new WrongUse("--sample has no meaning with --inference-only");
  if (inferenceOnly && options.workers !== undefined)
    throw new WrongUse("--workers has no meaning with --inference-only: SENTIMENT_MODEL_WORKERS sets its threads");
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects, { mayBeAway: true });
  const today = textOption(options, "today");
  const sourceFile =
    options.collect === true ? sourceFilePath(textOption(options, "sources"), dataDirectory, effects) : null;
  // Report a faulty configuration before anything is served.
  if (sourceFile !== null) await readSources(sourceFile, effects);
  const stop = effects.stopSignal();
  const server = await effects.backends.prepareServer({
    dataDirectory,
    host: textOption(options, "host"),
    port: textOption(options, "port"),
    workers: textOption(options, "workers"),
    today: today === undefined ? undefined : callTime(today, effects).today,
    inferenceOnly,
  });
  const withSample = options.sample === true && (await takesSample(dataDirectory, effects));
  const demo = withSample ? await prepareDemo(dataDirectory, options, effects) : null;
  stop.throwIfAborted();
  for (const warning of server.warnings) await effects.stderr.write(`warning: ${warning}\n`);
  const line = new SampleLine(effects);
  let advanced = () => line.update();
  const sample = demo === null ? null : await startSample(dataDirectory, demo, () => advanced(), effects);
  const collector = sourceFile === null ? null : effects.backends.startCollector({ dataDirectory, sourceFile });
  try {
    const running = await server.listen(sample, demo?.key ?? null);
    try {
      advanced = () => {
        line.update();
        running.sampleAdvanced?.();
      };
      // Some may have been loaded before it listened.
      running.sampleAdvanced?.();
      const address = reachable(running.address);
      const isLoading = sample !== null && sample.waiting.size > 0;
      await effects.stdout.write(
        inferenceOnly ? inferenceGreeting(address) : greeting(address, dataDirectory, demo, isLoading),
      );
      if (sample !== null) line.show(sample);
      await Promise.race([aborted(stop), ...(sample === null ? [] : [failureOf(sample)])]);
      await line.end();
      await effects.stderr.write("stopping\n");
    } finally {
      await Promise.all([sample?.stop(), collector?.stop(), running.stop()]);
    }
  } finally {
    await Promise.all([sample?.stop(), collector?.stop()]);
  }
}

interface Demo {
  readonly key: string;
  readonly now: Date;
  /** Configuration of live sources that is ready to be switched on. */
  readonly sourceFile: string;
}

async function prepareDemo(dataDirectory: string, options: ParsedOptions, effects: Effects): Promise<Demo> {
  const { now } = callTime(textOption(options, "today"), effects);
  const accounts = await effects.backends.openAccounts(dataDirectory, effects.now);
  try {
    const key = await demoKey(dataDirectory, accounts, effects);
    const sourceFile = sourceFilePath(undefined, dataDirectory, effects);
    await writeExampleSources(sourceFile, effects);
    return { key, now, sourceFile };
  } finally {
    await accounts.close();
  }
}

function startSample(
  dataDirectory: string,
  { now }: Demo,
  onLoaded: () => void,
  { backends }: Effects,
): Promise<SampleLoading> {
  return backends.startSample({ dataDirectory, now, onLoaded });
}

/** Rejects when the data cannot be loaded; else never settles. */
function failureOf({ finished }: SampleLoading): Promise<never> {
  return finished.then(() => new Promise<never>(() => undefined));
}

function greeting(address: string, dataDirectory: string, demo: Demo | null, isLoading: boolean): string {
  const lines = [`listening on ${address}`, `to look at   ${address}/app`, `data in      ${dataDirectory}`];
  if (demo === null)
    return `${[...lines, "make a key with: sentiment keys create --plan free --name NAME"].join("\n")}\n`;
  if (isLoading) lines.push("sample data  is loading; until it is complete, answers cover the data loaded so far");
  const examples = curlExamples(address, demo.key, dayOf(demo.now));
  const live = [
    `live sources ${demo.sourceFile}: switch on what you want, then, beside the sample:`,
    `             sentiment serve --collect --sources ${demo.sourceFile} --data DIR`,
  ];
  return `${[...lines, ...live, `demo key     ${demo.key}`, "", ...examples].join("\n")}\n`;
}

function inferenceGreeting(address: string): string {
  return `listening on ${address}, only to judge texts\nother services use it with SENTIMENT_INFERENCE_URL=${address}\n`;
}

/** A server that listens on every address is reached on the local one. */
function reachable(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
