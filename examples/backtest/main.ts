// A backtest without look-ahead. `main.ts run` compares what was known on each day with what is known now, against prices from a file;
// `main.ts sample DIR` makes data and prices up to try it with. See README.md.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { daysFrom, utcDay, type UtcDay } from "@market-sentiment/core";
import { openSentiment } from "@market-sentiment/core/node";
import { type Closes, evaluate, type PanelRow, type Results } from "./evaluation.js";
import { makeSample } from "./make-sample.js";
import { plots } from "./plots.js";
import { report } from "./report.js";

const FIELDS = ["buzz_score", "sentiment_score", "mentions", "coverage", "revision"];

/** What is compared. */
export interface BacktestOptions {
  /** Data directory. */
  readonly data: string;
  readonly namespace: "news" | "forum" | "microblog" | "predmarket";
  /** First and last day of the signal. */
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly closes: Closes;
  /** The present; the system's clock when left out. */
  readonly now?: () => Date;
}

/** Reads both panels and evaluates them. */
export async function backtest({ data, namespace, from, to, closes, now }: BacktestOptions): Promise<Results> {
  const market = await openSentiment({ data, textModel: "none", ...(now === undefined ? {} : { now }) });
  const assets = [...new Set([...closes.values()].flatMap((day) => [...day.keys()]))].sort();
  const rowsOf = async (days: { from: UtcDay; to: UtcDay; as_of?: string }) => {
    const panel = await market[namespace].panel({ ...days, assets, fields: FIELDS });
    const rows: PanelRow[] = [];
    for await (const row of panel.objects()) rows.push(row as unknown as PanelRow);
    return rows;
  };
  try {
    const hindsight = await rowsOf({ from, to });
    const known: PanelRow[] = [];
    // A day as it was known when it was over: one question for each.
    for (const day of daysFrom(from, to)) known.push(...(await rowsOf({ from: day, to: day, as_of: day })));
    return evaluate(known, hindsight, closes);
  } finally {
    await market.close();
  }
}

/** Closing prices from a CSV file with the columns `date`, `ticker` and `close`. */
export async function readCloses(file: string): Promise<Closes> {
  const [header = "", ...lines] = (await readFile(file, "utf8")).split(/\r?\n/).filter((line) => line !== "");
  const names = header.split(",").map((name) => name.trim());
  const at = ["date", "ticker", "close"].map((name) => names.indexOf(name));
  if (at.includes(-1)) throw new Error(`${file} needs the columns date, ticker and close`);
  const closes = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const cells = line.split(",");
    const [date = "", ticker = "", close = ""] = at.map((index) => cells[index]?.trim());
    const day = closes.get(date) ?? new Map<string, number>();
    closes.set(date, day);
    if (close !== "" && Number.isFinite(Number(close))) day.set(ticker, Number(close));
  }
  return closes;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: "string" },
      ns: { type: "string", default: "news" },
      prices: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      output: { type: "string", default: "backtest" },
    },
  });
  const [command, folder] = positionals;
  if (command === "sample" && folder !== undefined) {
    const { from, to } = await makeSample(folder, { now: new Date() });
    console.log(`${join(folder, "data")} and ${join(folder, "prices.csv")} are made up: --from ${from} --to ${to}`);
    return;
  }
  const { data, ns, prices, from, to, output } = values;
  if (command !== "run" || data === undefined || prices === undefined || from === undefined || to === undefined)
    throw new Error("run --data DIR --prices FILE --from DAY --to DAY [--ns news] [--output DIR], or: sample DIR");
  const namespace = ns as BacktestOptions["namespace"];
  const [first, last] = [utcDay(from), utcDay(to)];
  const results = await backtest({ data, namespace, from: first, to: last, closes: await readCloses(prices) });
  console.log(report(results));
  await mkdir(output, { recursive: true });
  await writeFile(join(output, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, svg] of Object.entries(plots(results))) await writeFile(join(output, `${name}.svg`), svg);
  console.log(`\nnumbers and plots: ${output}`);
}

if (process.argv[1]?.endsWith("main.mjs") === true)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
