// A process of the panel bench: the service over a filled directory. Arguments: the directory, the number of assets, the instant.
// Tells its parent its address, then its resident memory ten times a second.
import { setInterval } from "node:timers";
import { createServer } from "@market-sentiment/server";
import { openYear } from "./recorded-year.mjs";

const [directory, assets, instant] = process.argv.slice(2);
const createdAt = new Date("2025-01-01T00:00:00Z");
const account = { id: "one", name: "one", plan: "professional", createdAt, billingStart: createdAt };
const key = { id: "key", accountId: "one", lastFour: "0000", createdAt, revokedAt: null };
const app = createServer({
  dataset: await openYear(directory, Number(assets)),
  accounts: { findByHash: () => ({ key, account }) },
  now: () => new Date(instant),
});
process.send({ address: await app.listen({ host: "127.0.0.1", port: 0 }) });
setInterval(() => process.send({ rss: process.memoryUsage.rss() }), 100);
process.on("disconnect", () => process.exit(0));
