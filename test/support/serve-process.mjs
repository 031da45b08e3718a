// A server process with real keys and limits over an operation that costs nothing, from the built packages. Prints its
// address on standard output. Argument: data directory.
import { allOperations } from "@market-sentiment/core";
import { readConfig, serve } from "@market-sentiment/server";
import { writeSync } from "node:fs";

const [directory] = process.argv.slice(2);
const stats = allOperations().find(({ id }) => id === "news-stocks.stats");
const operation = { ...stats, prepare: async () => ({ window: null, run: async () => ({}) }) };
const dataset = {
  view: async () => ({ snapshot: { version: 1, firstDays: {} } }),
  availableSince: () => null,
  close: async () => {},
};
const { address } = await serve(readConfig({ SENTIMENT_DATA: directory, PORT: "0" }), dataset, {
  operations: [operation],
});
writeSync(1, `${address}\n`);
