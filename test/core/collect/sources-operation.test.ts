import { dayOf, invoke, namespaces, operationsOf } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { collected, type Collected } from "../../support/collected.js";
import { body, recordedSource, status } from "../../support/recorded-source.js";

const feed = (minute: string) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link><item><title>Apple Inc gains ${minute}</title><link>https://wire.example/${minute}</link><pubDate>Mon, 02 Mar 2026 ${minute}:00 GMT</pubDate></item></channel></rss>`,
  );

async function answers(store: Collected, time: string) {
  const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none", explainer: "none" });
  try {
    const [news] = namespaces;
    const now = new Date(time);
    const call = { today: dayOf(now), now, lookbackDays: null, accountType: null };
    const ask = async (name: string) => {
      const operation = (news === undefined ? [] : operationsOf(news)).find((one) => one.name === name);
      if (operation === undefined) throw new Error(name);
      const result = await invoke(operation, { parameters: {} }, dataset, call);
      expect(operation.result.safeParse(result).error).toBeUndefined();
      return result as Record<string, unknown>;
    };
    return { sources: await ask("sources"), health: await ask("health") };
  } finally {
    await dataset.close();
  }
}

describe("the report on live sources", () => {
  it("is healthy and without a scheduler when data was only loaded from files", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    const { sources, health } = await answers(store, "2026-03-02T12:00:00Z");
    expect(sources).toEqual({ coverage: null, sources: [], daily_coverage: [] });
    expect(health).toMatchObject({ status: "healthy", scheduler: null });
  });

  it("distinguishes a silent source, a source that is down, and no collector running", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    source.script(feed("11:00"), status(304), status(503), status(503));
    await store.poll();
    store.at("2026-03-02T18:00:00Z");
    await store.poll();
    // Silent: nothing new, all of it seen.
    const silent = await answers(store, "2026-03-02T18:01:00Z");
    expect(silent.health).toMatchObject({
      status: "healthy",
      scheduler: {
        running: true,
        last_scrape: "2026-03-02T18:00:00.000Z",
        scrape_count: 2,
        error_count: 0,
        success_rate: 1,
        note: null,
      },
    });
    expect(silent.sources).toMatchObject({
      sources: [{ name: "tested", status: "ok", outcome: "unchanged", open_gaps: [], lag_seconds: 60 }],
    });
    const [{ coverage_24h: seen }] = silent.sources.sources as [{ coverage_24h: number }];
    expect(seen).toBeCloseTo(360 / 361, 3);
    // Down: it is asked and does not answer.
    store.at("2026-03-02T20:00:00Z");
    await store.poll();
    const down = await answers(store, "2026-03-02T20:01:00Z");
    expect(down.health).toMatchObject({ status: "unhealthy", error: "No source answers." });
    expect(down.health.scheduler).toMatchObject({
      error_count: 1,
      note: expect.stringContaining("server_error") as unknown,
    });
    expect(down.sources).toMatchObject({
      sources: [{ status: "failing", reason: "server_error", lag_seconds: 7_260 }],
    });
    // Nobody listens any more.
    const stale = await answers(store, "2026-03-03T20:00:00Z");
    expect(stale.health).toMatchObject({ status: "unhealthy", scheduler: { running: false } });
    expect(String(stale.health.error)).toContain("2026-03-02T20:00:00.000Z");
    expect(stale.sources).toMatchObject({ sources: [{ status: "stale" }] });
  });

  it("gives each day's coverage: null before the first source, then the share that was seen", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    source.script(feed("11:00"), feed("23:00"), status(304));
    await store.poll();
    store.at("2026-03-03T06:00:00Z");
    await store.poll();
    store.at("2026-03-03T12:00:00Z");
    await store.poll();
    const { sources } = await answers(store, "2026-03-03T12:00:00Z");
    const days = sources.daily_coverage as { date: string; coverage: number | null }[];
    expect(days).toHaveLength(30);
    // Watched since noon of the 2nd; missed until 23:00, where the next page begins without overlap.
    expect(days.slice(-3)).toEqual([
      { date: "2026-03-01", coverage: null },
      { date: "2026-03-02", coverage: 0.083 },
      { date: "2026-03-03", coverage: 1 },
    ]);
    expect(sources.sources).toMatchObject([
      { open_gaps: [{ from: "2026-03-02T12:00:00.000Z", to: "2026-03-02T23:00:00.000Z", reason: "no_overlap" }] },
    ]);
  });
});
