import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openReader } from "@market-sentiment/core/node";
import { afterAll, expect, it } from "vitest";
import { body, json, recordedSource, type Reply } from "../support/recorded-source.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

/** `npm run test:kills` asks for more, in pieces with different moments. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);
const SEED = Number(process.env.KILL_SEED ?? 1);
const script = fileURLToPath(new URL("../support/collect-process.mjs", import.meta.url));
const namespaces = { news: "news-stocks", forum: "forum-stocks", microblog: "microblog-stocks" } as const;
const begun = Date.now() - 3_600_000;

let running: ChildProcess | null = null;
afterAll(() => running?.kill("SIGKILL"));

/**
 * Sources with news at every request, until they are told to stop. Each has a host of its own, or they would wait for one
 * another's turns.
 */
async function growing() {
  const hosts = { wire: await recordedSource(), hn: await recordedSource(), tag: await recordedSource() };
  let count = 0;
  // A page that ends before the last publication would lose items by its own fault.
  const state = { grows: false, pageItems: 1_000 };
  const at = (id: number) => begun + id * 100;
  const feed = (): Reply =>
    body(
      `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${Array.from(
        { length: Math.min(count + 1, state.pageItems) },
        (_, index) =>
          `<item><title>Apple reports lot ${count - index}</title><link>https://wire.example/${count - index}</link><pubDate>${new Date(at(count - index)).toUTCString()}</pubDate></item>`,
      ).join("")}</channel></rss>`,
    );
  const statuses = (from: number): Reply =>
    json(
      Array.from({ length: Math.min(40, Math.max(0, count - from)) }, (_, index) => ({
        id: String(from + index + 1),
        uri: `https://social.example/${from + index + 1}`,
        content: `<p>#AAPL lot ${from + index + 1}</p>`,
        created_at: new Date(at(from + index + 1)).toISOString(),
        account: { acct: `ana${(from + index) % 7}`, bot: false },
      })).reverse(),
    );
  const item = (id: number): Reply =>
    json({
      id,
      type: "story",
      by: "ana",
      time: Math.floor(at(id) / 1_000),
      title: `Apple reports lot ${id}`,
      score: 1,
    });
  const answer: Reply = (request, response) => {
    const url = new URL(request.url ?? "/", hosts.hn.url);
    const itemId = /item\/(\d+)\.json/.exec(url.pathname)?.[1];
    if (state.grows && itemId === undefined) count += 2;
    const reply =
      itemId !== undefined
        ? item(Number(itemId))
        : url.pathname.endsWith("updates.json")
          ? json({ items: count > 2 ? [3, count] : [], profiles: [] })
          : url.pathname.endsWith("maxitem.json")
            ? json(count)
            : url.pathname.startsWith("/api/v1/timelines")
              ? statuses(
                  url.searchParams.has("min_id") ? Number(url.searchParams.get("min_id")) : Math.max(0, count - 1),
                )
              : feed();
    reply(request, response);
  };
  const all = Object.values(hosts);
  for (const host of all) host.always(answer);
  return { hosts, state, newest: () => count, asked: () => all.reduce((sum, host) => sum + host.requests.length, 0) };
}

/** A collector, and its number of polls per source. */
function collector(data: string) {
  const child = spawn(process.execPath, [script, data, join(data, "..", "sources.yaml")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  const polls = new Map<string, { readonly itemsNew: number }[]>();
  let published = 0;
  let text = "";
  child.stdout.on("data", (piece) => {
    const lines = (text + String(piece)).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const event = JSON.parse(line) as { kind: string; source: string; report: { itemsNew: number } };
      if (event.kind === "not_stored") throw new Error(line);
      if (event.kind === "published") published += 1;
      if (event.kind === "polled") polls.set(event.source, [...(polls.get(event.source) ?? []), event.report]);
    }
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const quiet = () => [...polls.values()].filter((own) => own.some(({ itemsNew }) => itemsNew === 0)).length === 3;
  return { child, ended, polls, quiet, published: () => published };
}

/** Collects until there is nothing new at any source. */
async function untilQuiet(data: string): Promise<void> {
  const { child, ended, quiet } = collector(data);
  while (!quiet()) await pause(20);
  child.kill("SIGTERM");
  await ended;
}

/** What one publication must contain: numbers of rows, and the sources' cursors. */
async function agreement(data: string) {
  const reader = await openReader(data);
  try {
    const view = await reader.view();
    const of = async (name: keyof typeof namespaces) => {
      const sql = `SELECT cursor, (SELECT CAST(COUNT(DISTINCT document_id) AS INTEGER) FROM mentions) AS rows FROM source_state`;
      const [row] = await view.query<{ cursor: string; rows: number }>(namespaces[name], { sql, params: [] });
      return { rows: row?.rows, cursor: JSON.parse(row?.cursor ?? "{}") as Stored["cursor"] };
    };
    return {
      version: view.snapshot.version,
      news: await of("news"),
      forum: await of("forum"),
      tag: await of("microblog"),
    };
  } finally {
    await reader.close();
  }
}

interface Stored {
  readonly documents: unknown[];
  readonly cursor: { readonly lastId?: number | string | undefined; readonly seen?: string[] };
  readonly polls: { readonly told: number; readonly stored: number };
  readonly gaps: number;
}

async function stored(data: string): Promise<Record<string, Stored>> {
  const reader = await openReader(data);
  try {
    const view = await reader.view();
    const found: Record<string, Stored> = {};
    for (const [name, id] of Object.entries(namespaces)) {
      const query = <Row>(sql: string) => view.query<Row>(id, { sql, params: [] });
      const documents = await query(
        "SELECT document_id, CAST(day AS VARCHAR) AS day, subject, title, body, author, content_hash, revision FROM mentions ORDER BY ALL",
      );
      const [state] = await query<{ cursor: string; polls: number }>(
        "SELECT cursor, CAST(polls AS INTEGER) AS polls FROM source_state",
      );
      const [polls] = await query<{ count: number }>("SELECT CAST(COUNT(*) AS INTEGER) AS count FROM source_polls");
      const [gaps] = await query<{ count: number }>(
        "SELECT CAST(COUNT(*) AS INTEGER) AS count FROM source_coverage WHERE state <> 'observed'",
      );
      const cursor = JSON.parse(state?.cursor ?? "{}") as Stored["cursor"];
      found[name] = {
        documents,
        // A source's cursor, without its time.
        cursor: cursor.seen === undefined ? { lastId: cursor.lastId } : { seen: [...cursor.seen].sort() },
        polls: { told: state?.polls ?? 0, stored: polls?.count ?? 0 },
        gaps: gaps?.count ?? 0,
      };
    }
    return found;
  } finally {
    await reader.close();
  }
}

it(
  `collectors that are killed ${ROUNDS} times in their polls: cursor and rows agree each time, and what is stored in the end is what an undisturbed one stores`,
  async () => {
    const { hosts, state, newest, asked } = await growing();
    const root = await temporaryDirectory();
    const file = {
      version: 1,
      sources: [
        { name: "wire", type: "feed", namespace: "news", url: `${hosts.wire.url}/rss` },
        { name: "hn", type: "hacker-news", namespace: "forum", baseUrl: hosts.hn.url },
        { name: "tag", type: "mastodon", namespace: "microblog", instance: hosts.tag.url, hashtag: "AAPL" },
      ].map((entry) => ({ ...entry, every: "1s" })),
    };
    await writeFile(join(root, "sources.yaml"), JSON.stringify(file));
    const data = join(root, "killed");
    await mkdir(data);
    state.grows = true;
    while (newest() < 2) await fetch(`${hosts.hn.url}/v0/maxitem.json`);
    state.grows = false;
    await untilQuiet(data);
    await cp(data, join(root, "undisturbed"), { recursive: true });

    state.grows = true;
    // Any sequence works as long as it is the same each time.
    let seed = SEED;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    let [version, published] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = asked();
      const { child, ended, ...running } = collector(data);
      const wanted = 1 + Math.floor(random() * 12);
      while (asked() < before + wanted) await pause(1);
      // Half of them soon, half while the namespaces publish one after the other.
      while (round % 2 === 1 && running.published() === 0) await pause(1);
      await pause(random() ** 2 * 800);
      child.kill("SIGKILL");
      await ended;
      const { news, forum, tag, ...snapshot } = await agreement(data);
      expect([round, news.rows]).toEqual([round, news.cursor.seen?.length]);
      expect([round, forum.rows]).toEqual([round, Number(forum.cursor.lastId) - 2]);
      expect([round, tag.rows]).toEqual([round, Number(tag.cursor.lastId) - 1]);
      if (snapshot.version > version) published += 1;
      version = snapshot.version;
    }
    if (process.env.KILL_ROUNDS !== undefined)
      console.info(
        `${ROUNDS} collectors killed, ${published} of them after they had published; cursor and rows agreed.`,
      );
    state.grows = false;
    await untilQuiet(data);
    state.pageItems = 100_000;
    await untilQuiet(join(root, "undisturbed"));

    const [killed, undisturbed] = [await stored(data), await stored(join(root, "undisturbed"))];
    for (const name of Object.keys(namespaces)) {
      expect(killed[name]?.documents).toEqual(undisturbed[name]?.documents);
      expect(killed[name]?.documents.length).toBeGreaterThan(ROUNDS);
      expect(killed[name]?.cursor).toEqual(undisturbed[name]?.cursor);
      expect(killed[name]?.gaps).toBe(0);
      expect(killed[name]?.polls.told).toBe(killed[name]?.polls.stored);
    }
  },
  Math.max(900_000, ROUNDS * 30_000),
);
