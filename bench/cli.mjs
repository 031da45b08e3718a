// Cost of the command line, in processor time (user and system) of cold processes, as ratios within this run:
// `sentiment trending --ns news` against a bare program that opens DuckDB and sends the same statements (by `require`,
// which loads the client in two thirds of the time of an `import`), and `sentiment --version` against `node -e ""`. The
// command runs as installed, and once more from the checkout, where it also checks whether a build is needed. Medians
// over alternating rounds.
// Usage: node bench/cli.mjs [--rounds 15] [--days 30]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBConnection } from "@duckdb/node-api";
import { addDays, dayOf, invoke, namespaceOf, operationsOf, utcDay } from "@market-sentiment/core";
import { ingestFiles, openLocalDataset } from "@market-sentiment/core/node";
import { seededRandom } from "./seeded-random.mjs";

const TRENDING_LIMIT = 2;
const VERSION_LIMIT = 1.5;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const rounds = option("rounds", 15);
const days = option("days", 30);
const today = utcDay("2026-03-31");
const now = new Date(`${today}T18:00:00Z`);
const root = fileURLToPath(new URL("..", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const data = join(directory, "data");

/** User and system time of a process in milliseconds, as reported by its parent shell. */
function processorMs(args) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", '"$0" "$@" >/dev/null; times', process.execPath, ...args], {
    encoding: "utf8",
  });
  if (status !== 0 || stderr !== "") throw new Error(`${args.join(" ")}: ${stderr}`);
  // Two lines, the shell's own and its children's; each "0m0.045s 0m0.012s".
  const children = stdout.trim().split("\n").at(-1);
  const [user, system] = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => (60 * m + Number(s)) * 1_000);
  return user + system;
}

/** A month of made-up headlines about companies of the built-in graph, judged by chance. */
async function makeData() {
  const { uniform: random } = seededRandom(7);
  const names = ["Tesla", "Nvidia", "Apple", "Microsoft", "Amazon", "Boeing", "Pfizer", "Intel", "Netflix", "Walmart"];
  const verbs = ["rises after", "falls on", "is questioned over", "gains from", "slips before"];
  const matters = ["quarterly results", "a new product", "a lawsuit", "an upgrade", "weak orders", "a contract"];
  const pick = (list) => list[Math.floor(random() * list.length)];
  const lines = Array.from({ length: days * 40 }, (_, at) => {
    const day = addDays(today, -Math.floor(at / 40));
    const title = `${pick(names)} ${pick(verbs)} ${pick(matters)} (${at})`;
    return JSON.stringify({
      id: `n${at}`,
      title,
      source: `source-${at % 12}.example`,
      published_at: `${day}T09:00:00Z`,
    });
  });
  const file = join(directory, "news.jsonl");
  writeFileSync(file, lines.join("\n"));
  const judge = (texts) => texts.map(() => random() * 2 - 1).map((score) => ({ score, label: label(score) }));
  const label = (score) => (score > 0.3 ? "positive" : score < -0.3 ? "negative" : "neutral");
  await ingestFiles({
    dataDirectory: data,
    namespace: namespaceOf("news"),
    files: [file],
    now: () => now,
    textModel: { judge: (texts) => Promise.resolve(judge(texts)) },
  });
}

/** Every statement that the query sends to DuckDB in this process, in order, with its values. */
async function statementsOf() {
  const statements = [];
  const { run, runAndReadAll } = DuckDBConnection.prototype;
  DuckDBConnection.prototype.run = function (sql, values) {
    // Reading goes through here as well, with its values.
    if (values === undefined) statements.push({ sql, values: null });
    return run.call(this, sql, values);
  };
  DuckDBConnection.prototype.runAndReadAll = function (sql, values) {
    statements.push({ sql, values });
    return runAndReadAll.call(this, sql, values);
  };
  const dataset = await openLocalDataset({ dataDirectory: data, textModel: "none", explainer: "none" });
  const trending = operationsOf(namespaceOf("news")).find(({ name }) => name === "trending");
  const context = { today: dayOf(now), now, lookbackDays: null, accountType: null };
  await invoke(trending, { parameters: { days: "7" } }, dataset, context);
  await dataset.close();
  Object.assign(DuckDBConnection.prototype, { run, runAndReadAll });
  return statements;
}

/** The command as npm installs it: a package of its own in a project, without the sources. */
function installCommand() {
  const project = join(directory, "project", "node_modules");
  const own = join(project, "@market-sentiment", "cli");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(root, "packages/cli", part), join(own, part), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    const nearest = [join(root, "packages/cli/node_modules", name), join(root, "node_modules", name)].find(existsSync);
    symlinkSync(nearest, join(project, name));
  }
  return join(own, "bin", "sentiment.js");
}

/** A program that only sends the statements to DuckDB. */
function bareProgram(statements) {
  // Beside the checkout's packages, so that the client is found.
  const file = join(directory, "project", "node_modules", "bare.cjs");
  writeFileSync(
    file,
    `const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const lines = [];
  for (const { sql, values } of ${JSON.stringify(statements)}) {
    if (values === null) await connection.run(sql);
    else lines.push(JSON.stringify((await connection.runAndReadAll(sql, values)).getRowObjectsJson()));
  }
  console.log(lines.join("\\n"));
  connection.closeSync();
  instance.closeSync();
})();
`,
  );
  return file;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  await makeData();
  const statements = await statementsOf();
  const command = installCommand();
  const trending = ["trending", "--ns", "news", "--days", "7", "--today", today, "--data", data];
  const programs = {
    node: ["-e", ""],
    bare: [bareProgram(statements)],
    version: [command, "--version"],
    trending: [command, ...trending],
    "version, checkout": [join(root, "packages/cli/bin/sentiment.js"), "--version"],
    "trending, checkout": [join(root, "packages/cli/bin/sentiment.js"), ...trending],
  };
  const spent = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(programs)) {
      const ms = processorMs(args);
      // The first round fills the file cache.
      if (round >= 0) spent[name].push(ms);
    }
  }
  const ms = Object.fromEntries(Object.entries(spent).map(([name, values]) => [name, median(values)]));
  console.log(
    `processor time, median of ${rounds}: ${Object.entries(ms)
      .map(([name, value]) => `${name} ${value.toFixed(0)} ms`)
      .join(", ")}`,
  );
  const ratios = [
    ["sentiment trending --ns news", ms.trending / ms.bare, TRENDING_LIMIT, "opening DuckDB and the same SQL"],
    ["sentiment --version", ms.version / ms.node, VERSION_LIMIT, 'node -e ""'],
  ];
  for (const [name, ratio, limit, against] of ratios) {
    console.log(`${name}: ${ratio.toFixed(2)} × ${against} (limit ${limit})`);
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
