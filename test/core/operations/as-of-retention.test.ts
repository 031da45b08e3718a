import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openTables, readSnapshot } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { answersAt, assetsOf, datasetOf, HOUR_MS } from "../../support/as-of-answers.js";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { textStreams } from "../../support/text-streams.js";

const namespace = namespaceNamed("news-stocks");
const assets = assetsOf(namespace);
const DAYS = 40;
const dayMs = 24 * HOUR_MS;
const STEP_MS = 9 * dayMs;

/** Rows of earlier values in a directory. */
async function recordedRows(data: string): Promise<number> {
  const { files } = await readSnapshot(data);
  return files.filter(({ history }) => history === true).reduce((sum, { rows }) => sum + rows, 0);
}

interface Told {
  readonly at: Date;
  readonly answers: Record<string, string>;
}

/** Twelve weeks of news, a step at a time, with some texts that come weeks late. Gives the answers of each step. */
async function filled(data: string): Promise<{ readonly told: readonly Told[]; readonly endMs: number }> {
  const records = (textStreams["news-stocks"]?.() ?? [])
    .map((record) => [Date.parse((record as { published_at: string }).published_at), record] as const)
    .filter((_, index) => index % 3 === 0)
    .map(([ms, record], index) => [index % 5 === 0 ? ms + 15 * dayMs : ms, record] as const)
    .sort(([a], [b]) => a - b);
  const [start, end] = [records[0]?.[0] ?? 0, records.at(-1)?.[0] ?? 0];
  const told: Told[] = [];
  let from = -Infinity;
  for (let atMs = start + STEP_MS; from < end; atMs += STEP_MS) {
    const due = records.filter(([ms]) => ms >= from && ms < atMs).map(([, record]) => record);
    from = atMs;
    const now = new Date(atMs);
    await ingestRecords(data, namespace, due, { now: now.toISOString(), assets });
    const dataset = await datasetOf(data);
    told.push({ at: now, answers: await answersAt(dataset, namespace, now, undefined) });
    await dataset.close();
  }
  return { told, endMs: from };
}

describe("earlier values that are kept for some days", () => {
  it("answer for every instant of those days as before, and a question about an earlier one names the first instant", async () => {
    const root = await temporaryDirectory();
    const [all, kept] = [join(root, "all"), join(root, "kept")];
    const { told, endMs } = await filled(all);
    await cp(all, kept, { recursive: true });
    // A late text of every week changes closed days of all months, so that today's values could not answer.
    const late = told.map(({ at }, index) => ({
      id: `late-${index}`,
      source: "Reuters",
      title: `$AAPL gains, and $${["MSFT", "SAP", "JPM"][index % 3] ?? ""} falls, edition ${index}`,
      published_at: new Date(at.getTime() - STEP_MS / 2).toISOString(),
    }));
    let since = "";
    let last = told;
    // The second run continues what the first one left.
    for (const [round, days] of [0, 30].entries()) {
      const at = new Date(endMs + days * dayMs + 2 * HOUR_MS);
      const some = late.filter((_, index) => index % 2 === round);
      await ingestRecords(kept, namespace, some, { now: at.toISOString(), assets, historyDays: DAYS });
      await ingestRecords(all, namespace, some, { now: at.toISOString(), assets });
      const { history = {} } = await readSnapshot(kept);
      const first = history[namespace.id]?.since ?? "";
      expect(first > since).toBe(true);
      since = first;
      expect(since).toMatch(/^2026-\d\d-01T00:00:00\.000Z$/);
      expect(at.getTime() - Date.parse(since)).toBeGreaterThanOrEqual(DAYS * dayMs);
      const askedAt = new Date(at.getTime() + HOUR_MS);
      const [dataset, whole] = [await datasetOf(kept), await datasetOf(all)];
      const [early, answered] = [0, 1].map((is) => last.filter((one) => Number(one.at.toISOString() >= since) === is));
      for (const { at: then, answers } of answered ?? [])
        expect(await answersAt(dataset, namespace, askedAt, then.toISOString())).toEqual(answers);
      for (const { at: then } of early?.slice(-1) ?? [])
        expect((await answersAt(dataset, namespace, askedAt, then.toISOString())).trending).toBe(
          '"invalid_parameters"',
        );
      // The first instant that can be asked for answers too, from what was known before it.
      for (const asOf of [since, undefined])
        expect(await answersAt(dataset, namespace, askedAt, asOf)).toEqual(
          await answersAt(whole, namespace, askedAt, asOf),
        );
      const [oldest] = answered ?? [];
      if (oldest === undefined) throw new Error("No answer is left.");
      expect(await answersAt(dataset, namespace, oldest.at, undefined)).not.toEqual(oldest.answers);
      await dataset.close();
      await whole.close();
      expect(early?.length).toBeGreaterThan(1);
      expect(await recordedRows(kept)).toBeLessThan(await recordedRows(all));
      last = answered ?? [];
    }
  });

  it("are kept for a whole number of days, or for good", async () => {
    const data = join(await temporaryDirectory(), "data");
    for (const historyDays of [0, -1, 1.5, Number.NaN])
      await expect(openTables(data, { historyDays })).rejects.toThrow(RangeError);
  });
});
