import { writeFile } from "node:fs/promises";
import { type CollectEvent, loadCollecting, openWriter } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { body, recordedSource } from "../../support/recorded-source.js";

const { collect, readSourceConfig } = await loadCollecting();

const feed = (id: number) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link><item><title>Apple Inc gains ${id}</title><link>https://wire.example/${id}</link><pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item></channel></rss>`,
  );

/** Resolves once the events hold what is waited for. */
async function until(isThere: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600 && !isThere(); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isThere()).toBe(true);
}

it("a collector reads on while pages are published: one of a source is published and one waits, and no more", async () => {
  const source = await recordedSource();
  let id = 0;
  source.always((request, response) => feed((id += 1))(request, response));
  const store = await collected({ type: "feed", namespace: "news", url: `${source.url}/a` });
  const file = { name: "wire", type: "feed", namespace: "news", url: `${source.url}/a`, every: "1s" };
  const config = readSourceConfig(JSON.stringify({ version: 1, sources: [file] }), {});
  const stop = new AbortController();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const model = store.options.textModel ?? expect.fail();
  const running = collect({
    ...store.options,
    textModel: { ...model, judge: (...asked) => held.then(() => model.judge(...asked)) },
    now: () => new Date(),
    readConfig: () => Promise.resolve(config),
    signal: stop.signal,
  });
  // The first is being published, the second waits, and the third is read but not handed over.
  await until(() => source.requests.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(source.requests).toHaveLength(3);
  release();
  await until(() => source.requests.length >= 5);
  stop.abort();
  await running;
  const [row] = await store.rows<{ count: number; polls: number }>(
    `SELECT CAST(COUNT(DISTINCT document_id) AS INTEGER) AS count,
      (SELECT CAST(polls AS INTEGER) FROM source_state) AS polls FROM mentions`,
  );
  expect([row?.count, row?.polls]).toEqual([id, id]);
});

describe("a collector", () => {
  it("waits for the writer's lock, polls each source at its interval, applies changed settings, and stops on request", async () => {
    const source = await recordedSource();
    let id = 0;
    source.always((request, response) => feed((id += 1))(request, response));
    const store = await collected({ type: "feed", namespace: "news", url: `${source.url}/a` });
    const config = (urls: readonly string[], enabled = true) =>
      readSourceConfig(
        JSON.stringify({
          version: 1,
          sources: urls.map((path) => ({
            name: `s-${path}`,
            type: "feed",
            namespace: "news",
            url: `${source.url}/${path}`,
            every: "1s",
            enabled,
          })),
        }),
        {},
      );
    let now = config(["a", "b"]);
    const events: CollectEvent[] = [];
    const stop = new AbortController();
    const place = await openWriter(store.data);
    const running = collect({
      ...store.options,
      now: () => new Date(),
      readConfig: () => Promise.resolve(now),
      onEvent: (event) => events.push(event),
      signal: stop.signal,
    });
    await until(() => events.some(({ kind }) => kind === "waiting_for_place"));
    expect(source.requests).toEqual([]);
    await place.close();
    const polls = (name: string) => events.filter((event) => event.kind === "polled" && event.source === name).length;
    await until(() => polls("s-a") >= 2 && polls("s-b") >= 2);
    now = config(["a"], false);
    await until(() => events.some(({ kind }) => kind === "reconfigured"));
    const asked = source.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(source.requests.length).toBe(asked);
    stop.abort();
    await running;
    const states = await store.rows<{ source: string; enabled: boolean; reason: string | null }>(
      "SELECT source, enabled, reason FROM source_state ORDER BY source",
    );
    expect(states).toEqual([
      { source: "s-a", enabled: false, reason: "paused" },
      { source: "s-b", enabled: false, reason: "removed" },
    ]);
    const [{ count }] = (await store.rows(
      "SELECT CAST(COUNT(DISTINCT document_id) AS INTEGER) AS count FROM mentions",
    )) as [{ count: number }];
    expect(count).toBe(id);
    await writeFile(`${store.data}/sources.yaml`, "version: 1\nsources: []\n");
  });
});
