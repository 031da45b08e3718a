import { loadCollecting } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import type { CollectedPage } from "../../../packages/core/src/collect/poll-source.js";
import { PublicationQueue } from "../../../packages/core/src/collect/publication-queue.js";
import { Collector } from "../../../packages/core/src/node/collector.js";
import type { SessionRun } from "../../../packages/core/src/node/ingest-session.js";
import { collected } from "../../support/collected.js";
import { json, recordedSource } from "../../support/recorded-source.js";

const { HttpSender } = await loadCollecting();

const page = (name: string, records: number) =>
  ({ source: { name }, records: Array.from({ length: records }, () => ({})) }) as unknown as CollectedPage;
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("pages handed over by sources", () => {
  it("is published together after a pause, at once on shutdown, and pages without new items go along", async () => {
    const batches: string[][] = [];
    const ends: (() => void)[] = [];
    const queue = new PublicationQueue(
      (pages) => {
        batches.push(pages.map(({ source }) => source.name));
        return new Promise((resolve) => ends.push(resolve));
      },
      Date.now,
      60_000,
    );
    const quiet = queue.add(page("quiet", 0));
    await turn();
    expect(batches).toEqual([]);
    void queue.add(page("a", 1));
    await turn();
    void queue.add(page("b", 1));
    void queue.add(page("c", 1));
    ends[0]?.();
    await quiet;
    await turn();
    expect(batches).toEqual([["quiet", "a"]]);
    const closed = queue.close();
    await turn();
    expect(batches).toEqual([
      ["quiet", "a"],
      ["b", "c"],
    ]);
    ends[1]?.();
    await closed;
  });

  it("is not published when the page before it failed; other sources still are", async () => {
    const published: string[] = [];
    let fails: (() => void) | null = null;
    const queue = new PublicationQueue(
      (pages) => {
        if (fails === null) return new Promise((_resolve, reject) => (fails = () => reject(new Error("disk full"))));
        published.push(...pages.map(({ source }) => source.name));
        return Promise.resolve();
      },
      Date.now,
      0,
    );
    const first = queue.add(page("a", 1));
    await turn();
    const after = queue.add(page("a", 1));
    const other = queue.add(page("b", 1));
    (fails as unknown as () => void)();
    await expect(first).rejects.toThrow("disk full");
    await expect(after).rejects.toThrow("disk full");
    await queue.close();
    await other;
    expect(published).toEqual(["b"]);
  });
});

it("after a page could not be stored, its source is read again from the stored cursor, leaving nothing out", async () => {
  const source = await recordedSource();
  let newest = 0;
  source.always((request, response) => {
    const from = Number(new URL(request.url ?? "/", source.url).searchParams.get("min_id") ?? newest);
    newest += 1;
    const ids = Array.from({ length: newest - from }, (_, index) => from + index + 1);
    json(
      ids.map((id) => ({
        id: String(id),
        uri: `https://social.example/${id}`,
        content: "#AAPL",
        account: { acct: "a" },
      })),
    )(request, response);
  });
  const entry = { type: "mastodon", namespace: "microblog", instance: source.url, hashtag: "AAPL" };
  const { options } = await collected({ ...entry, every: "1s" });
  const [config, changed] = await Promise.all([
    options.readConfig(),
    collected({ ...entry, every: "2s" }).then((other) => other.options.readConfig()),
  ]);
  const stored: number[] = [];
  const cursors: string[] = [];
  let runs = 0;
  const run = async ({ records, sources }: SessionRun) => {
    const ids: number[] = [];
    for await (const record of records)
      if ("record" in record) ids.push(Number((record.record as { readonly id: string }).id));
    runs += 1;
    // While it fails, the next poll is under way.
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    if (runs === 2) throw new Error("disk full");
    if (runs === 3) stop.abort();
    stored.push(...ids);
    cursors.push(...(sources ?? []).map(({ state }) => String(state.cursor)));
  };
  const events: string[] = [];
  const now = () => new Date();
  const stop = new AbortController();
  const sender = new HttpSender({ contact: null, now });
  const collector = new Collector(
    {
      ...options,
      now,
      random: () => 0,
      onEvent: ({ kind }) => events.push(kind),
      // A source with a changed configuration does not wait for the end of its pause.
      readConfig: () => Promise.resolve(events.includes("not_stored") ? changed : config),
    },
    config,
    run,
    () => Promise.resolve([]),
    sender,
  );
  await collector.run(stop.signal);
  await sender.close();
  expect(events.filter((kind) => kind === "not_stored")).toEqual(["not_stored"]);
  expect(stored).toEqual(Array.from({ length: Math.max(...stored) }, (_, index) => index + 1));
  expect(JSON.parse(cursors.at(-1) ?? "{}")).toMatchObject({ lastId: String(Math.max(...stored)) });
}, 60_000);
