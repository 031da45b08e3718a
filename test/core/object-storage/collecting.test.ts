import { join } from "node:path";
import { type CollectEvent, loadCollecting, openObjectCache, openReader } from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { TestObjectStorage } from "../../support/object-storage.js";
import { body, recordedSource } from "../../support/recorded-source.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const { collect, readSourceConfig } = await loadCollecting();

/** A feed of the items up to one. */
const feed = (newest: number) => {
  const item = (id: number) =>
    `<item><title>Apple Inc gains ${id}</title><link>https://wire.example/${id}</link><pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item>`;
  const items = Array.from({ length: newest }, (_, index) => item(newest - index)).join("");
  return body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${items}</channel></rss>`,
  );
};

async function until(isThere: () => boolean, what: string): Promise<void> {
  for (let attempt = 0; attempt < 600 && !isThere(); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isThere(), what).toBe(true);
}

it("a collector goes on after a publication of unknown outcome: what was not stored is read again, and nothing is stored twice", async () => {
  const storage = await TestObjectStorage.start();
  const data = join(await temporaryDirectory(), "cache");
  const settings = { endpoint: storage.endpoint };
  await openObjectCache({ address: storage.address("live"), directory: data, settings, leaseMs: 1_500 });
  const source = await recordedSource();
  let id = 0;
  // Each poll finds one item more, beside all earlier ones: what was not stored can be read again.
  source.always((request, response) => feed((id += 1))(request, response));
  const { options } = await collected({ type: "feed", namespace: "news", url: `${source.url}/a` });
  const file = { name: "wire", type: "feed", namespace: "news", url: `${source.url}/a`, every: "1s" };
  const config = readSourceConfig(JSON.stringify({ version: 1, sources: [file] }), {});
  const events: CollectEvent[] = [];
  const stop = new AbortController();
  const count = (kind: CollectEvent["kind"]) => events.filter((event) => event.kind === kind).length;
  const running = collect({
    ...options,
    dataDirectory: data,
    now: () => new Date(),
    readConfig: () => Promise.resolve(config),
    onEvent: (event) => events.push(event),
    signal: stop.signal,
  });
  await until(() => count("published") >= 1, "published before");
  // The state is published, its answer is lost, and the store stays away: for longer than a publication is tried.
  let isAway = false;
  storage.fate = (request) => {
    if (isAway) return "refused";
    isAway = request.startsWith("PUT") && request.includes("CURRENT");
    return isAway ? "done without an answer" : "served";
  };
  await until(() => count("not_stored") >= 1, "not stored");
  expect(events.find(({ kind }) => kind === "not_stored")).toMatchObject({
    message: expect.stringMatching(/^It is not known whether .* reached \(\w+\)\. Run the same again\.$/) as string,
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  storage.fate = () => "served";
  await until(() => count("started") >= 2, "started again");
  const before = count("published");
  await until(() => count("published") >= before + 3, "published after");
  stop.abort();
  await running;
  const cache = join(await temporaryDirectory(), "other");
  await openObjectCache({ address: storage.address("live"), directory: cache, settings });
  const reader = await openReader(cache);
  const view = await reader.view();
  const rows = await view.query<{ id: string; times: number }>("news-stocks", {
    sql: "SELECT document_id AS id, CAST(COUNT(*) AS INTEGER) AS times FROM mentions GROUP BY 1",
    params: [],
  });
  await reader.close();
  expect(rows).toHaveLength(id);
  expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
}, 90_000);
