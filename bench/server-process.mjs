// A process of the server benches: the service with real keys, limits and its answer cache ("service"), the same over the data
// directory `data` in the folder ("store"), or Node's bare HTTP server sending the same bytes ("bare"). Arguments: which of these,
// the folder, and the number of accounts. Prints its address on standard output.
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { openAccountStore, readConfig, serve } from "@market-sentiment/server";

const [kind, directory, accounts] = process.argv.slice(2);
const trending = allOperations().find(({ id }) => id === "news-stocks.trending");
const rows = Array.from({ length: 20 }, (_, index) => ({
  ticker: `TICK${index}`,
  company_name: `Company number ${index} Incorporated`,
  buzz_score: 90.5 - index,
  trend: "rising",
  mentions: 1000 - index,
  source_count: 40 - index,
  sentiment_score: 0.231,
  bullish_pct: 58,
  bearish_pct: 16,
  trend_history: [51.2, 60.1, 61.7, 70.4, 80.9, 84.3, 87.5],
}));
/** An uncached read takes the engine some time, beside the event loop. */
const engineMs = 20;
const operation = {
  ...trending,
  prepare: async ({ parameters }) => ({
    window: null,
    run: async () => {
      if (parameters.offset !== undefined) await new Promise((resolve) => setTimeout(resolve, engineMs));
      return rows;
    },
  }),
};

if (kind === "service" || kind === "store") {
  const dataset =
    kind === "store"
      ? await openLocalDataset({ dataDirectory: join(directory, "data"), textModel: "none", explainer: "none" })
      : {
          view: async () => ({ snapshot: { version: 1, firstDays: {} } }),
          availableSince: () => null,
          close: async () => {},
        };
  const store = openAccountStore({ path: join(directory, "accounts.db") });
  const keys = Array.from({ length: Number(accounts) }, (_, index) => {
    const { id } = store.createAccount({ name: `account ${index}`, plan: "professional" });
    return store.createKey(id).secret;
  });
  store.close();
  writeFileSync(join(directory, "keys.json"), JSON.stringify(keys));
  const options = kind === "store" ? {} : { operations: [operation] };
  const { address } = await serve(readConfig({ SENTIMENT_DATA: directory, PORT: "0" }), dataset, options);
  console.log(address);
} else {
  const { status, headers, body } = JSON.parse(readFileSync(join(directory, "answer.json"), "utf8"));
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
}
