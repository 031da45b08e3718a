// Sends a mixed load of reads to a service for some seconds and prints what came of it as one line of JSON. Keys and days vary, so
// that hardly any answer repeats. Arguments: address, file of keys, seconds, connections, assets, days, today, seed.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { addDays } from "@market-sentiment/core";
import { keyOf } from "./news-store.mjs";
import { seededRandom } from "./seeded-random.mjs";

const [url, keyFile, ...numbers] = process.argv.slice(2);
const [seconds, connections, assets, days] = numbers.map(Number);
const today = numbers[4];
const { uniform } = seededRandom(Number(numbers[5]));
const keys = JSON.parse(readFileSync(keyFile, "utf8"));
const below = (count) => Math.floor(uniform() * count);
/** A period of so many days that the data covers. */
const period = (length) => {
  const to = addDays(today, -below(Math.max(1, days - length + 1)));
  return `from=${addDays(to, 1 - length)}&to=${to}`;
};
const asset = () => keyOf(below(assets));
const reads = [
  () => `trending?${period(1)}&limit=20`,
  () => `trending?${period(7)}&limit=100`,
  () => `stock/${asset()}?${period(30)}`,
  () => `compare?tickers=${Array.from({ length: 10 }, asset).join(",")}&${period(30)}`,
  () => `market-sentiment?${period(7)}`,
];
let sent = 0;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  timeout: 60,
  requests: [
    {
      method: "GET",
      setupRequest: (request) => {
        sent += 1;
        const path = `/news/stocks/v1/${reads[sent % reads.length]()}`;
        return { ...request, path, headers: { "x-api-key": keys[sent % keys.length] } };
      },
    },
  ],
});
const { latency, duration, non2xx, errors } = result;
console.log(
  JSON.stringify({
    rate: result["2xx"] / duration,
    answered: result["2xx"],
    p50: latency.p50,
    p99: latency.p99,
    refused: non2xx,
    errors,
  }),
);
