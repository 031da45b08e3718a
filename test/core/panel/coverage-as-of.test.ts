import { dayOf, invoke, namespaces, operationsOf, type Panel } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { newSourceState } from "../../../packages/core/src/collect/poll-source.js";
import { withIngestSession } from "../../../packages/core/src/node/ingest-session.js";
import type { CoverageState } from "../../../packages/core/src/storage/source-tables.js";
import { collected, type Collected } from "../../support/collected.js";
import { recordedSource } from "../../support/recorded-source.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.parse("2026-03-02T00:00:00Z");
/** On this day nothing was seen before 18:00. */
const OUTAGE = 3;

/** One item for each given hour. */
const items = (hours: readonly number[]) =>
  hours.map((hour) => ({
    id: `n${hour}`,
    source: "Reuters",
    title: `Apple Inc gains, edition ${hour}`,
    published_at: new Date(start + hour * hourMs).toISOString(),
  }));

/** Publishes items at an instant with what the source says it saw. */
async function delivered(
  { options }: Collected,
  atMs: number,
  records: readonly object[],
  coverage: readonly (readonly [fromMs: number, toMs: number, state: CoverageState])[],
): Promise<void> {
  const [source] = (await options.readConfig()).sources;
  if (source === undefined) throw new Error("There is no source.");
  const state = { ...newSourceState(source, start), covered_to: atMs, due_at: atMs + dayMs };
  const told = coverage.map(([fromMs, toMs, of]) => ({ fromMs, toMs, state: of, reason: null }));
  await withIngestSession(options, (run) =>
    run({
      namespace: source.namespace,
      // eslint-disable-next-line @typescript-eslint/require-await
      records: (async function* () {
        for (const [index, record] of records.entries())
          yield { position: { file: "told", line: index + 1 }, bytesRead: null, record: { ...record } };
      })(),
      source: "live sources",
      sources: [{ state, poll: null, coverage: told }],
      now: () => new Date(atMs),
      hintUse: "supported",
      reject: (rejected) => Promise.reject(new Error(rejected.message)),
    }),
  );
}

/** Coverage and mentions of the days, oldest first, asked at an instant. */
async function panelAt(store: Collected, nowMs: number, asOfMs?: number) {
  const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none", explainer: "none" });
  try {
    const [news] = namespaces;
    const operation = (news === undefined ? [] : operationsOf(news)).find(({ name }) => name === "panel");
    if (operation === undefined) throw new Error("There is no panel.");
    const parameters = {
      from: dayOf(new Date(start)),
      to: dayOf(new Date(start + 4 * dayMs)),
      assets: "AAPL",
      ...(asOfMs === undefined ? {} : { as_of: new Date(asOfMs).toISOString() }),
    };
    const now = new Date(nowMs);
    const call = { today: dayOf(now), now, lookbackDays: null, accountType: null };
    const panel = (await invoke(operation, { parameters }, dataset, call)) as Panel;
    const rows: unknown[] = [];
    for await (const { coverage, mentions } of panel.objects()) rows.push([coverage, mentions]);
    return rows;
  } finally {
    await dataset.close();
  }
}

describe("coverage as of an instant", () => {
  it("does not change when a source is backfilled or added later", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    const hours = Array.from({ length: 5 * 24 }, (_, hour) => hour);
    const isMissed = (hour: number) => Math.floor(hour / 24) === OUTAGE && hour % 24 < 18;
    const missed = [start + OUTAGE * dayMs, start + OUTAGE * dayMs + 18 * hourMs] as const;
    const end = start + 5 * dayMs;
    // At first only files, without a source.
    const files = end - 4 * dayMs + 2 * hourMs;
    await withIngestSession(store.options, async (run) => {
      const [configured] = (await store.options.readConfig()).sources;
      if (configured === undefined) throw new Error("There is no source.");
      await run({
        namespace: configured.namespace,
        // eslint-disable-next-line @typescript-eslint/require-await
        records: (async function* () {
          for (const record of items(hours.slice(0, 24)))
            yield { position: { file: "file", line: 1 }, bytesRead: null, record };
        })(),
        source: "file",
        now: () => new Date(files),
        hintUse: "supported",
        reject: (rejected) => Promise.reject(new Error(rejected.message)),
      });
    });
    await delivered(store, end, items(hours.filter((hour) => !isMissed(hour))), [
      [start, missed[0], "observed"],
      [...missed, "gap"],
      [missed[1], end, "observed"],
    ]);
    const then = await panelAt(store, end + hourMs);
    const [share, count] = then[OUTAGE] as [number, number];
    expect([...then.slice(0, OUTAGE), ...then.slice(OUTAGE + 1), count]).toEqual([
      ...Array<unknown>(4).fill([1, 24]),
      6,
    ]);
    expect(share).toBeLessThan(0.5);
    // The next poll, and two days later what was missed.
    await delivered(store, end + 2 * hourMs, [], [[end, end + 2 * hourMs, "observed"]]);
    const filled = end + 2 * dayMs;
    await delivered(store, filled, items(hours.filter(isMissed)), [
      [end + 2 * hourMs, filled, "observed"],
      [...missed, "backfilled"],
    ]);
    expect((await panelAt(store, filled + hourMs))[OUTAGE]).toEqual([1, 24]);
    expect(await panelAt(store, filled + hourMs, end + hourMs)).toEqual(then);
    expect(await panelAt(store, filled + hourMs, end + 2 * hourMs)).toEqual(then);
    await delivered(store, filled + 3 * hourMs, [], [[filled, filled + 3 * hourMs, "observed"]]);
    // Also with a record of the filled state, and before the source existed.
    expect(await panelAt(store, filled + 4 * hourMs, end + hourMs)).toEqual(then);
    expect((await panelAt(store, filled + 4 * hourMs, filled))[OUTAGE]).toEqual([1, 24]);
  });
});
