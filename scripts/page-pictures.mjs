// Takes docs/overview.png and docs/asset.png: the page of a service with the sample, on a wide screen.
// Usage: node scripts/page-pictures.mjs http://127.0.0.1:8080 (where `npm start` runs)
import { chromium } from "playwright-core";

const [address = "http://127.0.0.1:8080"] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const [name, path] of [
  ["overview", "/app"],
  ["asset", "/app/asset/stock/TSLA?days=30"],
]) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: "light" });
  await page.goto(address + path, { waitUntil: "networkidle" });
  await page.screenshot({ path: new URL(`../docs/${name}.png`, import.meta.url).pathname });
  await page.close();
}
await browser.close();
