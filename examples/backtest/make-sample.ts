import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  addDays,
  dayOf,
  daysFrom,
  namespaces,
  startOfDayMs,
  type TextJudge,
  type UtcDay,
  weekdayOf,
} from "@market-sentiment/core";
import { lazyTextModel, withIngestSession } from "@market-sentiment/core/node";
import { DEFAULT_SEED, recordedJudge, sampleRecords } from "@market-sentiment/sample";
import { seeded } from "./statistics.js";

/** Days of news, and between their end and the present, so that prices after them are there. */
const [NEWS_DAYS, PRICE_DAYS] = [45, 30];
const ASSETS = 40;
/** Late texts a day, and after how many days they come. */
const [LATE_TEXTS, LATE_DAYS] = [8, 6];
/** Deviation of a day's return. */
const DEVIATION = 0.02;

interface NewsRecord {
  readonly published_at: string;
  readonly tickers?: readonly string[];
}

/**
 * Data and prices to try the scripts with, all of them made up. News of the sample is read in day by day, as it came. Prices are a random
 * walk: nothing that was known on a day says anything about them. A few texts are written six days later, know what the price has done,
 * and name the earlier day as theirs. Only hindsight has them, and so only hindsight finds something.
 *
 * @returns The first and the last day of news.
 */
export async function makeSample(
  folder: string,
  { now, newsDays = NEWS_DAYS }: { readonly now: Date; readonly newsDays?: number },
): Promise<{ readonly from: UtcDay; readonly to: UtcDay }> {
  const to = addDays(dayOf(now), -PRICE_DAYS);
  const from = addDays(to, 1 - newsDays);
  const days = daysFrom(from, to);
  const news = new Map(
    days.map((day) => [day, sampleRecords("news-stocks", { seed: DEFAULT_SEED, day }) as readonly NewsRecord[]]),
  );
  const tickers = mostNamed([...news.values()].flat());
  const closes = walk(tickers, daysFrom(from, dayOf(now)));
  await mkdir(folder, { recursive: true });
  const lines = [...closes].flatMap(([day, own]) =>
    [...own].map(([ticker, close]) => `${day},${ticker},${close.toFixed(4)}`),
  );
  await writeFile(join(folder, "prices.csv"), `date,ticker,close\n${lines.join("\n")}\n`);

  const late = lateTexts(closes, from, to);
  const model = lazyTextModel(undefined);
  const recorded = recordedJudge(undefined, model);
  const judge: TextJudge["judge"] = async (texts, options) => {
    const isLate = texts.map(({ text }) => text.includes(MARK));
    const others = await recorded.judge(
      texts.filter((_, at) => isLate[at] === false),
      options,
    );
    let next = 0;
    return texts.map(({ text }, at) => {
      if (isLate[at] === true)
        return text.includes("up") ? { score: 0.9, label: "positive" } : { score: -0.9, label: "negative" };
      const verdict = others[next++];
      if (verdict === undefined) throw new Error("A text was not judged.");
      return verdict;
    });
  };
  const [namespace] = namespaces;
  if (namespace === undefined) throw new Error("There is no namespace.");
  try {
    await withIngestSession({ dataDirectory: join(folder, "data"), textModel: { judge } }, async (run) => {
      for (const day of daysFrom(from, addDays(to, LATE_DAYS))) {
        // In the last hour of the day: later that day nobody writes.
        const at = startOfDayMs(day) + 23.5 * 3_600_000;
        const records = [...(news.get(day) ?? []), ...(late.get(day) ?? [])];
        await run({
          namespace,
          records: extracted(records.filter(({ published_at }) => Date.parse(published_at) <= at)),
          hintUse: "supported",
          source: "made up",
          now: () => new Date(at),
          reject: ({ message }) => Promise.reject(new Error(message)),
        });
      }
    });
  } finally {
    await model.close();
  }
  return { from, to };
}

/** Marks a text that was written in hindsight. */
const MARK = "looking back";

function mostNamed(records: readonly NewsRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { tickers = [] } of records)
    for (const ticker of tickers) counts.set(ticker, (counts.get(ticker) ?? 0) + 1);
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted
    .slice(0, ASSETS)
    .map(([ticker]) => ticker)
    .sort();
}

/** Closing prices of working days: a random walk for each ticker. */
function walk(tickers: readonly string[], days: readonly UtcDay[]): Map<UtcDay, Map<string, number>> {
  const random = seeded(7);
  const closes = new Map<UtcDay, Map<string, number>>();
  let before = new Map(tickers.map((ticker) => [ticker, 100]));
  for (const day of days) {
    if (weekdayOf(day) > 4) continue;
    // A sum of twelve is near enough to the normal distribution.
    const step = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
    before = new Map([...before].map(([ticker, close]) => [ticker, close * Math.exp(DEVIATION * step())]));
    closes.set(day, before);
  }
  return closes;
}

/** Texts by the day on which they come. */
function lateTexts(
  closes: ReadonlyMap<UtcDay, ReadonlyMap<string, number>>,
  from: UtcDay,
  to: UtcDay,
): Map<UtcDay, NewsRecord[]> {
  const random = seeded(11);
  const trading = [...closes.keys()];
  const texts = new Map<UtcDay, NewsRecord[]>();
  for (const [at, day] of trading.entries()) {
    if (day < from || day > to) continue;
    const [bought, sold] = [closes.get(trading[at + 1] ?? day), closes.get(trading[at + 4] ?? day)];
    const names = [...(bought?.keys() ?? [])];
    const written = Array.from({ length: LATE_TEXTS }, (_, nth) => {
      const ticker = names[Math.floor(random() * names.length)] ?? "";
      const isUp = (sold?.get(ticker) ?? 0) > (bought?.get(ticker) ?? 0);
      return {
        id: `late-${day}-${nth}`,
        source: "The Hindsight",
        title: `Shares of $${ticker} ${isUp ? "up" : "down"}, ${MARK} at item ${nth} of ${day}`,
        url: `https://hindsight.example/${day}/${nth}`,
        published_at: `${day}T15:00:00Z`,
        tickers: [ticker],
      };
    });
    texts.set(addDays(day, LATE_DAYS), written);
  }
  return texts;
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* extracted(records: readonly object[]) {
  for (const [index, record] of records.entries())
    yield { position: { file: "made up", line: index + 1 }, bytesRead: index, record: { ...record } };
}
