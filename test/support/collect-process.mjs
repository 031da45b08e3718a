// Collects with the built packages and a model that costs nothing, until SIGTERM. Prints its events on standard output,
// one line of JSON each. Arguments: data directory, configuration file.
import { loadCollecting } from "@market-sentiment/core/node";
import { readFile } from "node:fs/promises";
import { writeSync } from "node:fs";

const [dataDirectory, file] = process.argv.slice(2);
const { collect, readSourceConfig } = await loadCollecting();
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const judge = (texts) =>
  Promise.resolve(
    texts.map(({ text, target }) => ({
      text,
      score: 0,
      label: "neutral",
      modelScore: 0,
      probabilities: { negative: 0, neutral: 1, positive: 0 },
      targetFound: target === undefined ? null : true,
    })),
  );
await collect({
  dataDirectory,
  textModel: { engineVersion: "5.5", judge, close: () => Promise.resolve() },
  readConfig: async () => readSourceConfig(await readFile(file, "utf8"), process.env),
  now: () => new Date(),
  quietMs: Number(process.env.QUIET_MS ?? 200),
  onEvent: (event) => writeSync(1, `${JSON.stringify(event)}\n`),
  signal: stop.signal,
});
process.exit(0);
