// Reads of a place in object storage (s3rver, on this machine) against the same data in a folder: once with the newest state
// already fetched, and once with an empty cache. And what a publication adds. Options: --posts 20000.
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openObjectCache, openSentiment } from "@market-sentiment/core/node";
import S3rver from "s3rver";
import { constantModel } from "./constant-model.mjs";
import { posts } from "./ingest-posts.mjs";

const WARM_LIMIT = 1.2;
const rounds = 15;
const [fromMs, dayMs] = [Date.parse("2026-03-01T00:00:00Z"), 86_400_000];
const nowMs = fromMs + 30 * dayMs;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export async function measure(option) {
  const count = Number(option("posts") ?? 20_000);
  const root = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
  const store = new S3rver({ directory: join(root, "s3"), silent: true, configureBuckets: [{ name: "bench" }] });
  await store.configureBuckets();
  let requests = 0;
  const serve = store.callback();
  const server = createServer((request, response) => {
    requests += 1;
    void holds(store, request).then((isMet) => {
      if (isMet) serve(request, response);
      else request.resume().on("end", () => response.writeHead(412).end());
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ACCESS_KEY_ID ??= "S3RVER";
  process.env.AWS_SECRET_ACCESS_KEY ??= "S3RVER";
  const settings = { endpoint: `http://127.0.0.1:${server.address().port}` };
  const cacheAt = async (directory) => {
    await openObjectCache({ address: "s3://bench/data", directory, settings });
    return directory;
  };
  try {
    const folder = join(root, "folder");
    const cache = await cacheAt(join(root, "cache"));
    const [local, remote] = [await fill(folder, count), await fill(cache, count)];
    const before = requests;
    await fill(cache, 500, count);
    console.log(
      `s3: a publication of 500 posts takes ${requests - before} requests, with taking and giving back the lease`,
    );
    await fill(folder, 500, count);

    const begun = performance.now();
    const elsewhere = await cacheAt(join(root, "elsewhere"));
    const first = await firstAnswer(elsewhere);
    const coldMs = performance.now() - begun;

    const [near, far] = [await openAt(folder), await openAt(elsewhere)];
    const times = { near: [], far: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.near.push(await near.ask());
      times.far.push(await far.ask());
    }
    await near.close();
    await far.close();
    const ratio = median(times.far) / median(times.near);
    console.log(
      `s3: ${count} posts, ingest ${(remote / local).toFixed(2)} times that into a folder, trending and detail ` +
        `${median(times.near).toFixed(1)} ms from the folder and ${median(times.far).toFixed(1)} ms from the cache; ` +
        `from an empty cache to the first answer ${(coldMs / 1_000).toFixed(2)} s (of which the answer ${first.toFixed(0)} ms); ` +
        `${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`,
    );
    return [
      {
        what: "trending and detail over object storage, fetched before, against a folder",
        measured: Number(ratio.toFixed(2)),
        must: WARM_LIMIT,
        met: ratio <= WARM_LIMIT ? "yes" : "NO",
      },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Whether the condition of a write holds: s3rver does not look. There is one writer here, so nothing comes in between. */
async function holds({ store }, { method, url, headers }) {
  const { "if-match": over, "if-none-match": none } = headers;
  if (method !== "PUT" || (over === undefined && none === undefined)) return true;
  const [, bucket, ...key] = decodeURIComponent(new URL(url, "http://s3").pathname).split("/");
  const found = await store.getMetadata(bucket, key.join("/")).catch(() => null);
  return none === "*" ? found === null : found?.etag === over;
}

const opened = (data) =>
  openSentiment({ data, today: "2026-03-31", now: () => new Date(nowMs), textModel: constantModel });

/** Ingests posts of four weeks. @returns The milliseconds. */
async function fill(data, count, firstId = 0) {
  const market = await opened(data);
  const records = posts({ count, fromMs, toMs: nowMs, seed: 3 + firstId, firstId, vocabulary: 30_000 });
  const begun = performance.now();
  const { counts } = await market.ingest("microblog", records);
  const tookMs = performance.now() - begun;
  await market.close();
  if (counts.new < count / 2) throw new Error(`${counts.new} of ${count} posts were stored.`);
  return tookMs;
}

/** A reader that stays open. */
async function openAt(data) {
  const market = await opened(data);
  return {
    ask: async () => {
      const begun = performance.now();
      await market.microblog.trending({ days: 7 });
      await market.microblog.detail({ ticker: "TSLA", days: 30 });
      return performance.now() - begun;
    },
    close: () => market.close(),
  };
}

async function firstAnswer(data) {
  const reader = await openAt(data);
  const tookMs = await reader.ask();
  await reader.close();
  return tookMs;
}
