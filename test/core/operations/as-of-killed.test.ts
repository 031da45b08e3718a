import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rebuild } from "@market-sentiment/core";
import { openTables, readSnapshot } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { answersAt, assetsOf, datasetOf, HOUR_MS, textStream, tradeStream } from "../../support/as-of-answers.js";
import { ingestRecords } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const script = fileURLToPath(new URL("../../support/replay-process.mjs", import.meta.url));

/** The same moments in every run of the test. */
function moments() {
  let seed = 20_261_123;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const streams = [textStream("forum-stocks"), tradeStream()];

describe.each(streams.map((stream) => [stream.namespace.id, stream] as const))("what %s knew", (_id, stream) => {
  const { namespace, records, later } = stream;
  const assets = assetsOf(namespace);

  it("is answered again with as_of, byte for byte, after every kill −9 of a writer and of a rebuild, and after merges", async () => {
    const root = await temporaryDirectory();
    const data = join(root, "data");
    const random = moments();
    let kills = 0;
    /** Does the work in a process that kills itself on the way. */
    const killed = async (work: object, operations: number) => {
      const file = join(root, "work.json");
      await writeFile(file, JSON.stringify({ namespace: namespace.id, assets: assets.all(), ...work }));
      const at = Math.floor(random() * operations);
      const child = spawn(process.execPath, [script, data, String(at), file], { stdio: "inherit" });
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      if (signal === "SIGKILL") kills += 1;
    };
    const told: { readonly at: Date; readonly answers: Record<string, string> }[] = [];
    const check = async (askedAt: Date, some = told) => {
      const dataset = await datasetOf(data);
      for (const { at, answers } of some)
        expect(await answersAt(dataset, namespace, askedAt, at.toISOString())).toEqual(answers);
      await dataset.close();
    };

    const [start, end] = [records[0]?.[0] ?? 0, records.at(-1)?.[0] ?? 0];
    const late = records.filter((_, index) => index % 6 === 0).map(([, record]) => record);
    const inTime = records.filter((_, index) => index % 6 !== 0);
    const stepMs = Math.ceil((end - start) / 24);
    let from = -Infinity;
    for (let atMs = start + stepMs, step = 0; from < end; atMs += stepMs, step += 1) {
      const now = new Date(atMs);
      const due = inTime.filter(([createdMs]) => createdMs >= from && createdMs < atMs).map(([, record]) => record);
      from = atMs;
      if (step % 4 === 3) {
        await killed({ now, records: due }, 90);
        // What was known before is still known with half a publication on disk.
        await check(now, told.slice(-2));
      }
      await ingestRecords(data, namespace, due, { now: now.toISOString(), assets });
      if (step % 2 === 0) continue;
      const dataset = await datasetOf(data);
      told.push({ at: now, answers: await answersAt(dataset, namespace, now, undefined) });
      await dataset.close();
    }
    const after = (hours: number) => new Date(end + (40 * 24 + hours) * HOUR_MS);
    const runs = [
      [0, late],
      [2, later],
    ] as const;
    for (const [hours, some] of runs) {
      await killed({ now: after(hours), records: some }, 90);
      await check(after(hours), told.slice(-1));
      await ingestRecords(data, namespace, some, { now: after(hours).toISOString(), assets });
    }
    for (const [hours, references] of [
      [4, false],
      [6, true],
    ] as const) {
      await killed({ now: after(hours), references }, 60);
      await check(after(hours), told.slice(-1));
      const tables = await openTables(data);
      await rebuild(tables, { namespace, directory: assets, check: false, now: () => after(hours), references });
      await tables.close();
    }
    await check(after(8));
    const dataset = await datasetOf(data);
    const moved = [];
    for (const { at, answers } of told)
      if (JSON.stringify(await answersAt(dataset, namespace, at, undefined)) !== JSON.stringify(answers))
        moved.push(at);
    await dataset.close();
    // Without as_of the answers must differ, and processes must have died, or this test could not fail.
    expect(moved.length).toBeGreaterThan(0);
    expect(kills).toBeGreaterThan(4);
    // Files with earlier values were merged on the way: there are fewer than publications that wrote one.
    const table = namespace.kind === "text" ? "subject_daily" : "traded_daily";
    const { files } = await readSnapshot(data);
    expect(files.filter((file) => file.history === true && file.table === table).length).toBeLessThan(told.length);
  });
});
