import { join } from "node:path";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { loadCollecting, openLocalDataset, openWriter } from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { nodeEffects } from "../../packages/cli/src/node-effects.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";
import { sentiment } from "./support.js";

const { collect, pollOnce } = await loadCollecting();
const realFiles = nodeEffects().files;

const backends: Partial<Backends> = {
  collect,
  folderContent: () => Promise.resolve("own" as const),
  pollSource: (options, source, backfill) => pollOnce({ ...options, textModel: wordModel() }, source, backfill),
  openDataset: ({ dataDirectory }) => openLocalDataset({ dataDirectory, textModel: "none", explainer: "none" }),
};

const good = `# ours
version: 1
sources:
  - name: wire
    type: feed
    namespace: news
    url: http://127.0.0.1:9/rss
  - name: off
    type: feed
    namespace: news
    url: http://127.0.0.1:9/off
    enabled: false
  - name: archive
    type: arctic-shift
    namespace: forum
    subreddit: stocks
    baseUrl: http://127.0.0.1:9
  - name: odds
    type: polymarket
    namespace: predmarket
`;
const secret = `version: 1
sources:
  - name: x
    type: x-recent-search
    namespace: microblog
    query: $NVDA
    token: \${X_TOKEN}
    dailyBudget: 100
  - name: y
    type: x-recent-search
    namespace: microblog
    query: $AMD
    token: \${Y_TOKEN}
    dailyBudget: 100
`;
const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nversion: 1\nsources: [*b, *b, *b]\n`;

/** A data directory with a configuration; null for none. */
async function desk(text: string | null) {
  const data = join(await temporaryDirectory(), "data");
  await mkdir(data);
  const file = join(data, "sources.yaml");
  if (text !== null) await writeFile(file, text);
  const world = {
    backends,
    realFiles,
    env: { SENTIMENT_DATA: data, NO_COLOR: "1" },
    now: () => new Date("2026-03-05T12:00:00Z"),
  };
  const run = (words: string) => sentiment(["sources", ...words.replaceAll("DATA", data).split(" ")], world);
  return { data, file, run };
}

const feed = "--type feed --ns news --set url=https://a.example/rss";
const days = "--from 2026-03-01 --to 2026-03-02";

const wrong: readonly (readonly [string | null, string, RegExp])[] = [
  // list, check
  [
    good.replace("type: feed", "type: fead"),
    "list",
    /cannot be used\n {2}line 5, sources\[0\]\.type: must be one of feed, /,
  ],
  [good.replace("    type: feed", "   type: feed"), "list", /cannot be used\n {2}line 5: /],
  [bomb, "list", /cannot be used\n {2}line 1: has YAML aliases that expand to too much data/],
  ["- wire\n", "list", /line 1: must have the fields `version: 1` and `sources`/],
  ["\u0000\u0001 binary", "check", /cannot be used\n {2}line 1/],
  [secret, "list", /line 7, sources\[0\]\.token: the environment variable X_TOKEN is not set\n {2}line 13, .*Y_TOKEN/],
  [good, "list --sources nowhere.yaml", /there is no \/desk\/nowhere\.yaml/],
  [good, "list --sources DATA", /data is a directory, not a configuration of sources/],
  [good, "list --sources ", /--sources needs a file/],
  [good, "list --data DATA/sources.yaml", /sources\.yaml is not a directory/],
  [good, "list wire", /too many arguments/],
  [null, "check", /there is no .*sources\.yaml\n {2}make one with: sentiment sources init/],
  [good.replace("version: 1", "version: 2"), "check", /line 2, version: must be 1/],
  [good.replace("url: http", "url: gopher"), "check", /line 7, sources\[0\]\.url: must be an address such as/],
  [good.replace("enabled: false", "enabled: maybe"), "check", /line 12, sources\[1\]\.enabled: /],
  [good.replace("name: off", "name: wire"), "check", /line 8, sources\[1\]\.name: 'wire' is taken by another source/],
  [
    good.replace("subreddit: stocks", "subreddit: a b"),
    "check",
    /sources\[2\]\.subreddit: must be the name of a community/,
  ],
  [good, "chekc", /unknown command 'chekc'/],
  // add
  [good, `add wire ${feed}`, /sources\[4\]\.name: 'wire' is taken/],
  [good, `add a/b ${feed}`, /sources\[4\]\.name: must be 1 to 64 of a-z/],
  [good, "add n --ns news --set url=https://a.example", /required option '--type <kind>' not specified/],
  [good, `add n ${feed} --every soon`, /sources\[4\]\.every: must be a time such as 30s/],
  [good, `add n ${feed} --every 10`, /sources\[4\]\.every: must be a time such as 30s/],
  [good, `add n ${feed} --set url=https://b.example/rss`, /--set url is given twice/],
  [good, `add n ${feed} --set type=mastodon`, /--set type: use --type instead/],
  [good, `add n ${feed} --set =x`, /'=x' does not have the form option=value/],
  [good, `add n ${feed} --set colour=red`, /there is no field 'colour'/],
  [good, "add n --type feed --ns news --set url=example.com", /url: must be an address such as https/],
  [
    good,
    "add n --type x-recent-search --ns microblog --set query=$A --set dailyBudget=many --set token=${T}",
    /dailyBudget: /,
  ],
  ["version: 1\nsources:\n  wire: {}\n", `add n ${feed}`, /sources: must be a list/],
  ["version: 1\nsources: [\n", `add n ${feed}`, /cannot be used\n {2}line /],
  ["just words", `add n ${feed}`, /must have the fields/],
  // pause, resume
  [null, "pause wire", /there is no .*sources\.yaml/],
  [good, "pause wires", /there is no source 'wires' in/],
  [good, "pause", /missing required argument 'name'/],
  ["version: 1\nsources: {}\n", "pause wire", /sources: must be a list/],
  ["version: 1\nsources: [\n", "resume wire", /cannot be used\n {2}line /],
  [good, "resume WIRE", /there is no source 'WIRE' in/],
  [good, "resume off --sources nowhere.yaml", /there is no \/desk\/nowhere\.yaml/],
  [secret.replace("name: x", "name: x\n    enabled: false"), "resume x", /X_TOKEN is not set/],
  // run, backfill
  [null, "run wire", /there is no .*sources\.yaml/],
  [good, "run wires", /there is no source 'wires' in .*\n {2}there are: wire, off, archive, odds/],
  ["version: 1\nsources: []\n", "run wire", /there is no source 'wire' in .*\n {2}there is none yet/],
  [good, "run off", /off is paused\n {2}switch it on with: sentiment sources resume off/],
  [secret, "run x", /X_TOKEN is not set/],
  [good, "run wire off", /too many arguments/],
  [good, `backfill wire ${days}`, /cannot be read back in time/],
  [good, `backfill nobody ${days}`, /there is no source 'nobody'/],
  [good, "backfill archive --from 2026-03-01", /required option '--to <time>' not specified/],
  [good, "backfill archive --from 2026-03-02 --to 2026-03-01", /--from is not before --to/],
  [good, "backfill archive --from 2026-03-01 --to 2026-03-01", /--from is not before --to/],
  [good, "backfill archive --from 2026-02-30 --to 2026-03-02", /--from takes a UTC time such as/],
  [good, "backfill archive --from 2026-03-01T25:00Z --to 2026-03-02", /--from takes a UTC time such as/],
  [good, "backfill archive --from 2026-03-01T10:00:00+02:00 --to 2026-03-02", /--from takes a UTC time such as/],
  [good, "backfill archive --from 1.3.2026 --to 2026-03-02", /--from takes a UTC time such as/],
  [good, "backfill archive --from 2026-03-01 --to 2026-03-06", /--to lies in the future/],
  // status
  [good, "status --ns nows", /there is no namespace 'nows'; --ns takes news, /],
  [good, "status --today soon", /--today/],
  [good, "status --sources nowhere.yaml", /there is no \/desk\/nowhere\.yaml/],
  [good, "status --sources DATA", /is a directory/],
  [good, "status --data DATA/nowhere", /nowhere does not exist/],
  [good, "status --data DATA/sources.yaml", /sources\.yaml is not a directory/],
  [good, "status --since 1d", /unknown option '--since'/],
];

it.each(wrong.map(([text, words, message]) => [words, message, text] as const))(
  "sources %s is refused with the reason: %s",
  async (words, message, text) => {
    const { file, run } = await desk(text);
    const { exitCode, stderr, stdout } = await run(words);
    expect([stderr, exitCode]).toEqual([expect.stringMatching(message) as unknown, 2]);
    expect(stderr).toMatch(/^sentiment: [^\n]+\n(?: {2}[^\n]+\n)*$/);
    expect(stdout).toBe("");
    expect(await readFile(file, "utf8").catch(() => null)).toBe(text);
  },
);

it("backfill refuses a source that has only present values", async () => {
  const { run } = await desk(good);
  expect(await run(`backfill odds ${days}`)).toMatchObject({
    exitCode: 1,
    stderr: "sentiment: odds cannot be backfilled: it gives present values only\n",
  });
});

it("an unreachable source and a directory locked by another writer are failures, not wrong use", async () => {
  const { data, run } = await desk(good);
  expect(await run("run wire")).toMatchObject({
    exitCode: 1,
    stdout: "wire: error (connection_failed, 0 items, 0 new)\n",
    stderr: "sentiment: wire returned nothing\n",
  });
  const writer = await openWriter(data);
  try {
    expect(await run("run wire")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringMatching(/^sentiment: Another process is writing to this data directory\..*\n$/) as unknown,
    });
  } finally {
    await writer.close();
  }
});

it("a source can be paused while another lacks its secret, and a text option keeps digits as text", async () => {
  const { file, run } = await desk(secret);
  expect(await run("pause x")).toMatchObject({
    exitCode: 0,
    stdout: "x is paused\n",
    stderr: expect.stringMatching(/^note: .* still has faults; see: sentiment sources check\n$/) as unknown,
  });
  expect(await readFile(file, "utf8")).toContain("name: x\n    type: x-recent-search\n");
  await writeFile(file, good);
  for (const words of [
    "add tag --type mastodon --ns microblog --set instance=https://m.example --set hashtag=2026",
    "add reddit --type reddit --ns forum --set subreddits=stocks,investing --set account=desk --set clientId=${A} --set clientSecret=${B} --set enabled=false --set rereadHours=12",
    "add trades --type polymarket --ns predmarket --set tagId=21",
  ])
    expect(await run(words)).toMatchObject({ exitCode: 0, stderr: "" });
  const text = await readFile(file, "utf8");
  expect(text).toMatch(/^# ours\n/);
  expect(text).toContain('hashtag: "2026"\n');
  expect(text).toContain("subreddits:\n      - stocks\n      - investing\n");
  expect(text).toMatch(/rereadHours: 12\n[^]*tagId: "21"\n/);
});
