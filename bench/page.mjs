// The web page in a browser, over the sample: time to its first paint, and to its figures. Prints times without a
// limit; a test limits the page's size. Usage: node bench/page.mjs [--rounds 7]
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalDataset } from "@market-sentiment/core/node";
import { loadSample } from "@market-sentiment/sample";
import { readConfig, serve } from "@market-sentiment/server";
import { chromium } from "playwright-core";

const at = process.argv.indexOf("--rounds");
const rounds = at > 0 ? Number(process.argv[at + 1]) : 7;
const executablePath = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (executablePath === undefined) {
  console.log("No chromium is installed: the page is not measured. CHROMIUM=<path> names one.");
  process.exit(0);
}

/** A stand-in for the model: what a text says is of no consequence here. */
const silentModel = {
  engineVersion: "5.5",
  judge: async (texts) =>
    texts.map(({ text }) => ({
      text,
      score: 0.2,
      label: "positive",
      modelScore: 0.2,
      probabilities: { negative: 0.4, neutral: 0, positive: 0.6 },
      targetFound: null,
    })),
  close: async () => {},
};
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const folder = await mkdtemp(join(tmpdir(), "market-sentiment-page-"));
try {
  await loadSample({ dataDirectory: folder, now: () => new Date(), days: 35, textModel: silentModel });
  const dataset = await openLocalDataset({ dataDirectory: folder, textModel: "none" });
  const server = await serve(readConfig({ SENTIMENT_DATA: folder, PORT: "0" }), dataset, { demoKey: undefined });
  const account = await server.accounts.createAccount({ name: "Bench", plan: "professional" });
  const { secret } = await server.accounts.createKey(account.id);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const path of ["/app", "/app/asset/stock/TSLA"]) {
      const [paints, figures, weights] = [[], [], []];
      for (let round = 0; round <= rounds; round += 1) {
        // A context of its own each time: nothing of the page is in the browser's cache.
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addInitScript(
          `if (location.protocol === "http:") sessionStorage.setItem("market-sentiment-key", ${JSON.stringify(secret)});
           new MutationObserver(() => {
             if (window.drawnMs === undefined && document.querySelector("main table, main canvas") && !document.querySelector(".waiting"))
               requestAnimationFrame(() => (window.drawnMs ??= performance.now()));
           }).observe(document, { childList: true, subtree: true });`,
        );
        const page = await context.newPage();
        await page.goto(server.address + path);
        // Not `waitForFunction`: the page's policy allows no code but its own.
        while (!(await page.evaluate("window.drawnMs !== undefined"))) await page.waitForTimeout(20);
        const { paint, drawn, bytes } = await page.evaluate(`({
          paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
          drawn: window.drawnMs,
          bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter(({ name }) => new URL(name).pathname.startsWith("/app"))
            .reduce((sum, { transferSize }) => sum + transferSize, 0),
        })`);
        await context.close();
        // The first round fills the server's caches.
        if (round === 0) console.log(`${path}: first visit of all, figures after ${drawn.toFixed(0)} ms`);
        else [paints, figures, weights].forEach((list, of) => list.push([paint, drawn, bytes][of]));
      }
      console.log(
        `${path}: first contentful paint ${median(paints).toFixed(0)} ms, figures ${median(figures).toFixed(0)} ms (median of ${rounds}), page ${median(weights)} bytes over the wire`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
