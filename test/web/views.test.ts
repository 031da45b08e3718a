import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openLocalDataset } from "@market-sentiment/core/node";
import { utcDay } from "@market-sentiment/core";
import { readConfig, type RunningServer, serve } from "@market-sentiment/server";
import axe, { type AxeResults } from "axe-core";
import Papa from "papaparse";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collected } from "../support/collected.js";
import { body, recordedSource, status } from "../support/recorded-source.js";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const executablePath = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (executablePath === undefined) console.log("no chromium: the tests of the page in a browser are skipped");

/** Puts a key where the page looks for it. */
const keeping = (key: string) =>
  `if (location.protocol === "http:") sessionStorage.setItem("market-sentiment-key", ${JSON.stringify(key)})`;

/** A feed with one item. */
const feedOf = (time: string) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link><item><title>Apple Inc gains</title><link>https://wire.example/${time.slice(0, 1)}</link><pubDate>${time}:00 GMT</pubDate></item></channel></rss>`,
  );

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
    const dataset = await openLocalDataset({ dataDirectory, textModel: chanceModel() });
    const config = readConfig({ SENTIMENT_DATA: dataDirectory, PORT: "0", SENTIMENT_TODAY: "2026-06-17" });
    server = await serve({ ...config, today: utcDay("2026-06-17") }, dataset, {
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
      "shows the sample at %i pixels: nothing cut off, no other host called, no errors, no axe findings",
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

  it("shows changes of rank that match the two days' own answers", async () => {
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

  it("works with the keyboard alone: finds an asset, picks a day, and puts both into the address", async () => {
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

  it("draws each chart with a table of the same figures beside it", async () => {
    const { page } = await open("/app/asset/stock/TSLA");
    const tables = await page.evaluate<(number | undefined)[]>(
      `[...document.querySelectorAll("[aria-details]")].map((plot) =>
        document.getElementById(plot.getAttribute("aria-details"))?.querySelectorAll("tbody tr").length)`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(4);
    expect(tables.every((rows) => rows === 7)).toBe(true);
    await page.context().close();
  });

  it("explains a chosen day, or says since when that is possible and gives the newest explanation", async () => {
    const { page } = await open("/app/asset/stock/TSLA?day=2026-06-14");
    await page.getByRole("button", { name: "Why TSLA?" }).first().click();
    await page.waitForSelector(".explanation");
    expect(await page.innerText("main")).toMatch(/as_of: .*The newest explanation:.*The last 7 days, written/s);
    await page.goto(`${server.address}/app/asset/stock/TSLA?day=2026-06-17`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Why TSLA?" }).first().click();
    await page.waitForSelector(".explanation");
    expect(await page.innerText("main")).not.toContain("The newest explanation:");
    await page.context().close();
  });

  it("judges a text", async () => {
    const { page } = await open("/app/analyze");
    await page.getByRole("button", { name: "Judge" }).click();
    await page.waitForSelector(".scale");
    const said = await page.innerText("[aria-label=Judgement]");
    expect(said).toMatch(/Negative \d+ %, neutral \d+ %, positive \d+ %/);
    expect(await page.locator("mark").allInnerTexts()).toEqual(["Goldman", "Tesla", "Ford"]);
    expect(await page.locator("[aria-label=Judgement] tbody tr").count()).toBe(3);
    expect(await faultsOf(page)).toEqual([]);
    // Another of its companies is one key away.
    await page.getByRole("button", { name: "F", exact: true }).press("Enter");
    await page.locator("h2", { hasText: /^F$/ }).waitFor();
    await page.context().close();
  });

  it("offers its rows as the same JSON and CSV that the HTTP interface returns", async () => {
    const { page } = await open("/app/groups");
    const [address] = ((await page.textContent(".data-part pre")) ?? "").match(/http[^']+/) ?? [];
    const answer = await fetch(address ?? "", { headers: { "X-API-Key": secret } });
    const rows = (await answer.json()) as Readonly<Record<string, unknown>>[];
    await page.evaluate(`document.querySelectorAll("details").forEach((each) => (each.open = true))`);
    const saved = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".data-part").first().getByRole("button", { name, exact: true }).click(),
      ]);
      return readFile(await file.path(), "utf8");
    };
    expect(JSON.parse(await saved("JSON"))).toEqual(rows);
    const { data, meta } = Papa.parse<Record<string, string>>(await saved("CSV"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(meta.fields).toEqual(Object.keys(rows[0] ?? {}));
    const asText = (value: unknown) =>
      value === null
        ? ""
        : Array.isArray(value)
          ? value.join(" ")
          : typeof value === "string"
            ? value
            : JSON.stringify(value);
    expect(data.map((row) => Object.values(row))).toEqual(rows.map((row) => Object.values(row).map(asText)));
    await page.context().close();
  });

  it("says why it shows nothing: a day too early, a plan too small, an unknown asset, an unknown page", async () => {
    const said = async (path: string, key?: string) => {
      const { page } = await open(path, key === undefined ? {} : { key });
      const text = await page.innerText("main");
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
      return text;
    };
    expect(await said("/app?to=2025-01-05")).toContain("This request is not valid");
    expect(await said("/app/analyze/more", limitedSecret)).toContain("Judge");
    expect(await said("/app/asset/stock/NOSUCH")).toContain("Not known here");
    expect(await said("/app/nowhere")).toContain("No such page");
    expect(await said("/app", "sk_live_0")).toContain("no longer accepted");
  });

  it("says when the limit is reached, and when it resets", async () => {
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
    expect(await page.innerText("main")).toContain("accepted again from 2026-07-01 00:00 UTC");
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it("forgets a revoked key and asks for another", async () => {
    const { page } = await open("/app");
    await server.accounts.revokeKey(keyId);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("This key is no longer accepted").waitFor();
    expect(await page.innerText("main")).toContain("revoked");
    expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("market-sentiment-key");
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(executablePath === undefined)("over a live source, the page", () => {
  it("shows how much was seen, hatches missed hours, and says so in its tables", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    // The last page follows without overlap: what lies between the two was missed.
    source.script(feedOf("2 Mar 2026 05:00"), status(503), status(503), feedOf("3 Mar 2026 05:00"));
    for (const time of [
      "2026-03-02T06:00:00Z",
      "2026-03-02T12:00:00Z",
      "2026-03-02T18:00:00Z",
      "2026-03-03T06:00:00Z",
    ]) {
      store.at(time);
      await store.poll();
    }
    const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none" });
    const config = readConfig({ SENTIMENT_DATA: store.data, PORT: "0" });
    const now = () => new Date("2026-03-03T06:10:00Z");
    const server = await serve(config, dataset, { now, demoKey: undefined });
    const account = await server.accounts.createAccount({ name: "Looker", plan: "professional" });
    const { secret } = await server.accounts.createKey(account.id);
    const browser = await chromium.launch({
      executablePath: executablePath ?? "",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const context = await browser.newContext();
      await context.addInitScript(keeping(secret));
      const page = await context.newPage();
      const shown = async (path: string) => {
        await page.goto(server.address + path, { waitUntil: "networkidle" });
        await page.waitForFunction(`document.querySelector(".waiting") === null`);
        await page.evaluate(`document.querySelectorAll("details").forEach((each) => (each.open = true))`);
        return page.innerText("main");
      };
      const sources = await shown("/app/sources");
      expect(sources).toContain("missing from 2 Mar, 06:00 UTC to 3 Mar, 05:00 UTC");
      expect(await page.locator(".strip pattern").count()).toBeGreaterThan(0);
      expect(await shown("/app")).toMatch(/The live sources saw \d+ % of the last 24 hours/);
      // What was known then says nothing of the last 24 hours.
      expect(await shown("/app?as_of=2026-03-03")).not.toContain("The live sources saw");
      expect(await shown("/app/asset/stock/AAPL?to=2026-03-03")).toMatch(
        /The data begins on 2 Mar 2026.*Seen.*2 Mar 2026\t.*\t0 %/s,
      );
    } finally {
      await browser.close();
      await server.stop();
    }
  });
});

it("its views are tested against the built page", () => {
  expect(existsSync(join(import.meta.dirname, "../../packages/web/dist/app.js"))).toBe(true);
});
