import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { loadCollecting, openLocalDataset } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { nodeEffects } from "../../packages/cli/src/node-effects.js";
import { body, json, recordedSource, status } from "../support/recorded-source.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";
import { sentiment } from "./support.js";

const { collect, pollOnce } = await loadCollecting();

const backends: Partial<Backends> = {
  collect,
  pollSource: (options, source, backfill) => pollOnce({ ...options, textModel: wordModel() }, source, backfill),
  openDataset: ({ dataDirectory }) => openLocalDataset({ dataDirectory, textModel: "none", explainer: "none" }),
};

const feed = (ids: readonly number[]) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${ids
      .map(
        (id) =>
          `<item><title>Apple Inc gains ${id}</title><link>https://wire.example/${id}</link><pubDate>Thu, 05 Mar 2026 11:${10 + id}:00 GMT</pubDate></item>`,
      )
      .join("")}</channel></rss>`,
  );

/** Commands on a fresh data directory, at a time that can be set. */
async function desk(env: Readonly<Record<string, string>> = {}) {
  const data = join(await temporaryDirectory(), "data");
  let now = new Date("2026-03-05T12:00:00Z");
  const world = {
    backends,
    realFiles: nodeEffects().files,
    env: { SENTIMENT_DATA: data, NO_COLOR: "1", ...env },
    now: () => now,
    terminal: { columns: 160 },
  };
  return {
    file: join(data, "sources.yaml"),
    at: (time: string) => (now = new Date(time)),
    run: (...args: string[]) => sentiment(args, world),
  };
}

/** Lines of `sources status` by the source's name. */
async function statusOf({ run }: Awaited<ReturnType<typeof desk>>): Promise<Record<string, string>> {
  const { stdout } = await run("sources", "status");
  return Object.fromEntries(stdout.split("\n").map((line) => [line.split(" ")[0] ?? "", line]));
}

describe("sentiment sources", () => {
  it("works without a configuration: lists the kinds, says how to create one, and that nothing was polled", async () => {
    const { run, file } = await desk();
    const listed = await run("sources", "list");
    expect(listed.exitCode).toBe(0);
    expect(listed.stdout).toContain(`no source is configured in ${file}`);
    expect(listed.stdout).toMatch(/feed: RSS, Atom and JSON feeds\. You need: Nothing/);
    const checked = await run("sources", "check");
    expect(checked).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("sentiment sources add NAME") as unknown,
    });
    expect(await run("sources", "run", "wire")).toMatchObject({ exitCode: 2 });
    expect(await run("collect")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(file) as unknown });
  });

  it("writes a configuration with every kind, all switched off, and the schema beside it, once", async () => {
    const at = await desk();
    const { run, file } = at;
    expect(await run("sources", "init")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(file) as unknown,
    });
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/sources\.schema\.json\n/);
    expect(JSON.parse(await readFile(file.replace(/yaml$/, "schema.json"), "utf8"))).toMatchObject({ type: "object" });
    expect((await run("sources", "check")).stdout).toContain("0 of them switched on");
    expect((await statusOf(at))["my-feed"]).toMatch(/paused +never/);
    expect((await run("sources", "resume", "my-sec-edgar")).stderr).toContain("needs `contact`");
    expect((await run("sources", "resume", "my-x-recent-search")).stderr).toContain("X_BEARER_TOKEN is not set");
    expect((await run("sources", "resume", "my-feed")).exitCode).toBe(0);
    expect(await run("sources", "init")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("already") as unknown,
    });
    expect(await readFile(file, "utf8")).toBe(text.replace("enabled: false", "enabled: true"));
  });

  it("adds, checks, polls, pauses and resumes a source, shows its state, and keeps the file's comments", async () => {
    const source = await recordedSource();
    const at = await desk();
    const { run, file } = at;
    const add = (name: string, ...more: string[]) =>
      run("sources", "add", name, "--type", "feed", "--ns", "news", "--set", `url=${source.url}/${name}`, ...more);
    expect(await add("wire", "--every", "90s")).toMatchObject({ exitCode: 0 });
    await nodeEffects().files.writePrivate(file, `# our wires\n${await readFile(file, "utf8")}`);
    expect(await add("desk")).toMatchObject({ exitCode: 0 });
    expect((await run("sources", "check")).stdout).toContain("is valid: 2 sources, 2 of them switched on");
    expect((await run("sources", "list")).stdout).toMatch(/^wire {2}feed {2}news\ndesk {2}feed {2}news\n/);
    expect(await statusOf(at)).toMatchObject({ wire: expect.stringMatching(/waiting +never/) as unknown });

    source.script(feed([1, 2]));
    expect(await run("sources", "run", "wire")).toMatchObject({
      exitCode: 0,
      stdout: "wire: new (status 200, 2 items, 2 new)\n",
    });
    source.script(status(503));
    expect(await run("sources", "run", "desk")).toMatchObject({
      exitCode: 1,
      stdout: "desk: error (server_error, status 503, 0 items, 0 new)\n",
      stderr: "sentiment: desk returned nothing\n",
    });
    at.at("2026-03-05T12:30:00Z");
    source.script(feed([2, 3]));
    expect((await run("sources", "run", "wire")).stdout).toContain("1 new");
    const shown = await statusOf(at);
    expect(shown.wire).toMatch(/ok .* 0 s ago .* █ +100 % +100 % +0$/);
    expect(shown.desk).toMatch(/server_error .* 30 min ago/);

    expect((await run("sources", "pause", "wire")).stdout).toBe("wire is paused\n");
    expect((await run("sources", "list")).stdout).toContain("wire  feed  news  paused");
    expect((await statusOf(at)).wire).toContain("paused");
    expect((await run("sources", "resume", "wire")).stdout).toBe("wire is switched on\n");
    expect(await readFile(file, "utf8")).toMatch(/^# our wires\n[^]*every: 90s/);
    expect(JSON.parse((await run("trending", "--json")).stdout)).toEqual([
      expect.objectContaining({ ticker: "AAPL", mentions: 3 }),
    ]);
  });

  it("changes nothing when the result would be invalid, and names the line", async () => {
    const { run, file } = await desk();
    await run("sources", "add", "wire", "--type", "feed", "--ns", "news", "--set", "url=https://wire.example/rss");
    const before = await readFile(file, "utf8");
    const add = (...args: string[]) => run("sources", "add", ...args);
    const cases: (readonly [Promise<{ readonly exitCode: number; readonly stderr: string }>, RegExp])[] = [
      [add("wire", "--type", "feed", "--ns", "news", "--set", "url=https://a.example"), /line 7.*taken/],
      [add("m", "--type", "mastodon", "--ns", "microblog"), /instance: is missing\n.*hashtag: is missing/],
      [add("m", "--type", "mastadon", "--ns", "microblog"), /must be one of feed, /],
      [add("m", "--type", "feed", "--ns", "forum", "--set", "url=https://a.example"), /does not read feed items/],
      [add("m", "--type", "feed", "--ns", "news", "--set", "url"), /option=value/],
      [add("m", "--type", "sec-edgar", "--ns", "news"), /needs `contact`/],
      [
        add("m", "--type", "x-recent-search", "--ns", "microblog", "--set", "query=$A", "--set", "token=abc123"),
        /token: is a secret: set it in the environment/,
      ],
      [run("sources", "pause", "wires"), /no source 'wires'/],
      [run("sources", "run", "wires"), /there are: wire/],
      [run("sources", "backfill", "wire", "--from", "2026-03-01", "--to", "2026-03-02"), /cannot be read back/],
    ];
    for (const [outcome, message] of cases) {
      const { exitCode, stderr } = await outcome;
      expect([stderr, exitCode]).toEqual([expect.stringMatching(message) as unknown, 2]);
      expect(stderr).not.toContain("abc123");
    }
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("fills a past gap when the source can be read back, and says so", async () => {
    const source = await recordedSource();
    const at = await desk();
    const { run } = at;
    const set = [`baseUrl=${source.url}`, "subreddit=stocks"].flatMap((pair) => ["--set", pair]);
    await run("sources", "add", "archive", "--type", "arctic-shift", "--ns", "forum", ...set);
    const post = (id: string, seconds: number) => ({
      id,
      title: "AAPL gains",
      selftext: "",
      created_utc: seconds,
      subreddit: "stocks",
    });
    const from = Date.parse("2026-03-04T00:00:00Z") / 1_000;
    source.script(json({ data: [post("a", from + 60), post("b", from + 7_200)] }));
    expect(
      await run("sources", "backfill", "archive", "--from", "2026-03-04", "--to", "2026-03-04T06:00:00Z"),
    ).toMatchObject({ exitCode: 0, stdout: "archive: new (status 200, 2 items, 2 new)\n" });
    expect(source.requests[0]?.path).toContain(`before=${from + 6 * 3_600}`);
    expect(await run("sources", "backfill", "archive", "--from", "2026-03-04", "--to", "yesterday")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--to takes a UTC time") as unknown,
    });
    const { stdout } = await run("trending", "--ns", "forum", "--from", "2026-03-04", "--to", "2026-03-04", "--json");
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ ticker: "AAPL", mentions: 2 })]);
  });
});
