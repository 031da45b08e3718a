import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tables } from "@market-sentiment/core/duckdb";
import { openReader, openTables, readVersion } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newsRecords } from "../../support/news-records.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { TRADING_LAST, tradingStream } from "../../support/trading-stream.js";

/** Kills of each kind; `npm run test:kills` asks for 100. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 6);
const ROUND_MS = 60_000;

const kinds = [
  {
    name: "news",
    namespace: "news-stocks",
    now: "2026-03-31T12:00:00Z",
    records: () => newsRecords(600, "2026-03-18", 8),
    batch: 100,
    daily: "subject_daily",
  },
  {
    name: "predmarket",
    namespace: "predmarket-stocks",
    now: `${TRADING_LAST}T23:59:59Z`,
    records: () => tradingStream().records.filter((record) => timeOf(record) >= "2026-02-27"),
    batch: 60,
    daily: "traded_daily",
  },
] as const;
const timeOf = (record: { readonly timestamp?: number; readonly updatedAt?: string }) =>
  record.updatedAt ?? new Date(1_000 * (record.timestamp ?? 0)).toISOString();
type Kind = (typeof kinds)[number];

function start(script: string, args: readonly string[]) {
  const path = fileURLToPath(new URL(`../../support/${script}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text, ended: new Promise<void>((resolve) => child.on("close", () => resolve())) };
}

const ingesting = (data: string, file: string, kind: Kind) =>
  start("ingest-process.mjs", [data, file, String(kind.batch), "0", kind.name, kind.now]);

/** Everything that queries can see, as one text. */
async function content(data: string, { namespace }: Kind): Promise<string> {
  const store = await openReader(data);
  const view = await store.view();
  const parts: unknown[] = [];
  for (const table of Object.keys(tables))
    parts.push(await view.query(namespace, { sql: `SELECT * FROM ${table} ORDER BY ALL`, params: [] }));
  await store.close();
  return JSON.stringify(parts);
}

/** The input file, and a store that read it without interruption. */
async function undisturbed(kind: Kind) {
  const root = await temporaryDirectory();
  const file = join(root, "records.jsonl");
  await writeFile(
    file,
    kind
      .records()
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  );
  const data = join(root, "undisturbed");
  const begun = Date.now();
  const whole = ingesting(data, file, kind);
  await whole.ended;
  expect(whole.output()).toContain("completed");
  return { root, file, data, lastsMs: Date.now() - begun };
}

/** The same moments in every run of the test. */
function moments() {
  let seed = 20_260_330 + Number(process.env.KILL_SEED ?? 1);
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(kinds)("a data directory of $name", (kind) => {
  let model: Awaited<ReturnType<typeof undisturbed>>;
  beforeAll(async () => {
    model = await undisturbed(kind);
  });

  it(
    `shows readers only whole states through ${ROUNDS} kills of its writer, keeps what was acknowledged, and ends as if never killed`,
    async () => {
      const { root, file, lastsMs } = model;
      const data = join(root, "killed");
      await mkdir(data);
      const reader = start("watch-process.mjs", [data, kind.namespace]);
      onTestFinished(() => {
        reader.child.kill("SIGKILL");
      });
      const random = moments();
      let [version, kills, published] = [0, 0, 0];
      for (let round = 0; kills < ROUNDS; round += 1) {
        expect(round).toBeLessThan(10 * ROUNDS);
        const writer = ingesting(data, file, kind);
        await Promise.race([writer.ended, wait(200 + random() * lastsMs)]);
        const isKilled = writer.child.exitCode === null && writer.child.kill("SIGKILL");
        await writer.ended;
        if (isKilled) kills += 1;
        const now = await readVersion(data);
        // Every "published" message must follow a durable state with those records.
        const told = new Set([...writer.output().matchAll(/published ([1-9]\d*)/g)].map(([, records]) => records));
        expect(now).toBeGreaterThanOrEqual(version + told.size);
        published += told.size;
        version = now;
      }
      expect(published).toBeGreaterThan(0);
      const last = ingesting(data, file, kind);
      await last.ended;
      expect(last.output()).toContain("completed");
      reader.child.stdin?.end();
      await reader.ended;
      const seen = JSON.parse(reader.output()) as { reads: number; wrong: unknown[]; versions: number };
      expect(seen.wrong).toEqual([]);
      expect(seen.versions).toBeGreaterThan(1);
      expect(await content(data, kind)).toBe(await content(model.data, kind));
      expect(await readdir(join(data, "staging")).catch(() => [])).toEqual([]);
    },
    ROUNDS * ROUND_MS + 240_000,
  );

  it(
    `is rebuilt completely after ${ROUNDS} kills of a rebuild`,
    async () => {
      const data = join(model.root, "rebuilt");
      await cp(model.data, data, { recursive: true });
      const right = await content(data, kind);
      const begun = Date.now();
      await damage(data, kind);
      const whole = start("rebuild-process.mjs", [data, kind.name]);
      await whole.ended;
      const lastsMs = Date.now() - begun;
      expect(whole.output()).toMatch(/completed [1-9]/);
      expect(await content(data, kind)).toBe(right);
      await damage(data, kind);
      const random = moments();
      let [kills, moved] = [0, 0];
      for (let round = 0; kills < ROUNDS; round += 1) {
        expect(round).toBeLessThan(10 * ROUNDS);
        const before = await readVersion(data);
        const rebuilding = start("rebuild-process.mjs", [data, kind.name]);
        await Promise.race([rebuilding.ended, wait(200 + random() * lastsMs)]);
        const isKilled = rebuilding.child.exitCode === null && rebuilding.child.kill("SIGKILL");
        await rebuilding.ended;
        if (isKilled) kills += 1;
        if ((await readVersion(data)) > before) moved += 1;
        // It had finished, so damage the data again to give the next runs work.
        if (!isKilled) await damage(data, kind);
      }
      expect(moved).toBeGreaterThan(0);
      const last = start("rebuild-process.mjs", [data, kind.name]);
      await last.ended;
      expect(last.output()).toContain("completed");
      expect(await content(data, kind)).toBe(right);
    },
    ROUNDS * ROUND_MS + 240_000,
  );
});

/** Falsifies every derived row of every day. */
async function damage(data: string, { namespace, daily }: Kind): Promise<void> {
  const store = await openTables(data);
  const change = await store.change(namespace);
  const rows = await change.rows(daily);
  await change.replace(daily, rows.map((row) => ({ ...row, sentiment_sum: row.sentiment_sum + 7 })) as never);
  await change.publish({ at: new Date("2026-03-31T12:00:00Z"), firstDay: store.snapshot.firstDays[namespace] ?? null });
  await store.close();
}
