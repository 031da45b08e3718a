import { existsSync } from "node:fs";
import { join } from "node:path";
import { openLocalDataset } from "@market-sentiment/core/node";
import { utcDay } from "@market-sentiment/core";
import { readConfig, type RunningServer, serve } from "@market-sentiment/server";
import axe, { type AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const executablePath = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (executablePath === undefined) console.log("no chromium: the tests of the page in a browser are skipped");

/** Puts a key where the page looks for it. */
const keeping = (key: string) =>
  `if (location.protocol === "http:") sessionStorage.setItem("market-sentiment-key", ${JSON.stringify(key)})`;

/** Every view, with what it must show of the sample. */
const views = {
  "/app": /Change.*Asset/s,
  "/app/asset/stock/TSLA": /Tesla.*What was said.*Questions and their prices/s,
  "/app/compare?keys=TSLA,AAPL,NVDA": /Tesla.*Apple/s,
  "/app/groups": /Information Technology/,
  "/app/groups?by=country&ns=forum": /United States/,
  "/app/analyze": /Judge/,
  "/app/sources": /No live sources/,
};
const widths = [390, 820, 1440];

describe.skipIf(executablePath === undefined)("in a browser, the page", () => {
  let browser: Browser;
  let server: RunningServer;
  let secret: string;
  let keyId: string;
  let limitedSecret: string;

  beforeAll(async () => {
    const dataDirectory = await temporaryDirectory();
    await fillWithSample(dataDirectory);
    const dataset = await openLocalDataset({ dataDirectory, textModel: "none" });
    const config = readConfig({ SENTIMENT_DATA: dataDirectory, PORT: "0", SENTIMENT_TODAY: "2026-06-17" });
    const withModel = Object.assign(Object.create(dataset) as typeof dataset, { textModel: chanceModel() });
    server = await serve({ ...config, today: utcDay("2026-06-17") }, withModel, {
      now: () => SAMPLE_NOW,
      demoKey: undefined,
    });
    const account = await server.accounts.createAccount({ name: "Looker", plan: "professional" });
    const made = await server.accounts.createKey(account.id);
    [secret, keyId] = [made.secret, made.key.id];
    const free = await server.accounts.createAccount({ name: "Free", plan: "free" });
    limitedSecret = (await server.accounts.createKey(free.id)).secret;
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** A tab that is logged in, with everything that it asked and every error that it met. */
  async function open(path: string, { width = 1440, dark = false, key = secret } = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
    });
    const [asked, errors]: [string[], string[]] = [[], []];
    context.on("request", (request) => asked.push(request.url()));
    context.on("weberror", (error) => errors.push(error.error().message));
    await context.addInitScript(keeping(key));
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(server.address + path, { waitUntil: "networkidle" });
    await page.waitForFunction(`document.querySelector(".waiting") === null`);
    return { page, asked, errors };
  }

  async function faultsOf(page: Page): Promise<string[]> {
    await page.evaluate(`document.querySelectorAll("details").forEach((each) => (each.open = true))`);
    // As a debugger does: the page itself runs no script but its own.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`,
    );
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(" "))
          .slice(0, 4)
          .join(" | ")}`,
    );
  }

  describe.each(Object.entries(views))("%s", (path, shown) => {
    it.each(widths)(
      "shows the sample at %i pixels: nothing is cut off, no other host asked, no error met, nothing for axe",
      async (width) => {
        const dark = width === 820;
        const { page, asked, errors } = await open(path, { width, dark });
        expect(await page.innerText("body")).toMatch(shown);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        expect(asked.filter((url) => !url.startsWith(`${server.address}/`))).toEqual([]);
        expect(asked.filter((url) => url.includes("sk_live"))).toEqual([]);
        expect(errors).toEqual([]);
        expect(await faultsOf(page)).toEqual([]);
        await page.context().close();
      },
    );
  });

  it("changes rank by what the two days' own answers say", async () => {
    const { page } = await open("/app?limit=100");
    const headers = { "x-api-key": secret };
    const ranks = async (days: string) => {
      const rows = (await (
        await fetch(`${server.address}/news/stocks/v1/trending?${days}&limit=100`, { headers })
      ).json()) as { ticker: string }[];
      return rows.map(({ ticker }) => ticker);
    };
    const [now, before] = [await ranks("from=2026-06-11&to=2026-06-17"), await ranks("from=2026-06-10&to=2026-06-16")];
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll("table.ranked tbody tr")].map((row) => row.children[1].textContent)`,
    );
    const changes = now.map((ticker, at) => {
      const was = before.indexOf(ticker);
      if (was === -1) return "new";
      return was === at ? "=" : was > at ? `up ↑${was - at}` : `down ↓${at - was}`;
    });
    expect(shown).toEqual(changes);
    expect(new Set(changes).size).toBeGreaterThan(2);
    await page.context().close();
  });

  it("is worked by keys alone: an asset is found, a day chosen, and the address says which", async () => {
    const { page } = await open("/app");
    await page.getByRole("combobox", { name: "Find an asset" }).focus();
    await page.keyboard.type("tesla");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/app/asset/stock/TSLA");
    const lastDay = page.getByRole("button", { name: /Last day/ }).first();
    await lastDay.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**day=2026-06-17");
    await page.goBack();
    await page.waitForURL("**/app");
    expect(await page.innerText("h1")).toBe("What is hot");
    await page.context().close();
  });

  it("draws each plot with a table of the same figures beside it", async () => {
    const { page } = await open("/app/asset/stock/TSLA");
    const tables = await page.evaluate<(number | undefined)[]>(
      `[...document.querySelectorAll("[aria-details]")].map((plot) =>
        document.getElementById(plot.getAttribute("aria-details"))?.querySelectorAll("tbody tr").length)`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(4);
    expect(tables.every((rows) => rows === 7)).toBe(true);
    await page.context().close();
  });

  it("judges a text", async () => {
    const { page } = await open("/app/analyze");
    await page.getByRole("button", { name: "Judge" }).click();
    await page.waitForSelector(".scale");
    expect(await page.innerText("mark")).toBe("Tesla");
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  it("says why it shows nothing: a day too early, a plan too small, an asset that is unknown, a page that is none", async () => {
    const said = async (path: string, key?: string) => {
      const { page } = await open(path, key === undefined ? {} : { key });
      const text = await page.innerText("main");
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
      return text;
    };
    expect(await said("/app?to=2025-01-05")).toContain("This cannot be asked");
    expect(await said("/app/analyze/more", limitedSecret)).toContain("Judge");
    expect(await said("/app/asset/stock/NOSUCH")).toContain("Not known here");
    expect(await said("/app/nowhere")).toContain("No such page");
    expect(await said("/app", "sk_live_0")).toContain("not accepted any more");
  });

  it("says when the limit is reached, and until when", async () => {
    const context = await browser.newContext();
    await context.addInitScript(keeping(secret));
    const page = await context.newPage();
    const detail = {
      error: "Monthly limit",
      message: "The monthly limit is reached.",
      reset_at: "2026-07-01T00:00:00Z",
    };
    await page.route("**/v1/**", (route) => route.fulfill({ status: 429, json: { detail } }));
    await page.goto(`${server.address}/app`, { waitUntil: "networkidle" });
    expect(await page.innerText("main")).toContain("taken again from 2026-07-01 00:00 UTC");
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it("asks for another key when this one is revoked meanwhile, and forgets it", async () => {
    const { page } = await open("/app");
    await server.accounts.revokeKey(keyId);
    await page.getByRole("button", { name: "Ask anew" }).click();
    await page.getByText("This key is not accepted any more").waitFor();
    expect(await page.innerText("main")).toContain("revoked");
    expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("market-sentiment-key");
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });
});

it("its views are tested against the built page", () => {
  expect(existsSync(join(import.meta.dirname, "../../packages/web/dist/app.js"))).toBe(true);
});
