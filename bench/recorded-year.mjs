// Daily values of many assets over many days, published day by day with some late data: what the benches of the past read.
import { addDays, AssetDirectory, namespaces, NewsSourceDirectory, openDataset, utcDay } from "@market-sentiment/core";
import { openReader, openTables } from "@market-sentiment/core/node";
import { seededRandom } from "./seeded-random.mjs";

export const namespace = namespaces.find(({ shortName }) => shortName === "forum");
export const first = utcDay("2025-04-01");
const keyOf = (index) => `A${String(index).padStart(5, "0")}`;

/** Fills a directory: `active` of the assets are spoken of each day, and `late` of so many rows change later. */
export async function fillYear(directory, { assets, active, days, late }) {
  const { uniform: random } = seededRandom(5);
  const rowOf = (key, day, mentions) => ({
    key,
    contributor: "",
    day,
    asset_type: "stock",
    mentions,
    inherited_mentions: 0,
    documents: mentions,
    threads: mentions,
    authors: mentions,
    places: 1,
    subjects: 1,
    engagement: mentions * 7,
    evidence: 1 + Math.log(mentions),
    people: mentions,
    sentiment_sum: mentions * (random() - 0.4),
    sentiment_weight: mentions,
    positive: mentions >> 1,
    neutral: 0,
    negative: mentions - (mentions >> 1),
    buzz: (100 * mentions) / (mentions + 8),
  });
  const referenceOf = (scope, day) => ({
    day,
    scope,
    evidence: 8,
    people: 6,
    places: 2,
    market_centre: 9,
    market_scale: 0.2,
    market_offset: 0,
    history_days: 90,
    provisional: false,
    frozen: true,
    revision: 0,
    revised: false,
    history: false,
  });

  const tables = await openTables(directory);
  const change = await tables.change(namespace.id);
  const mentioned = () => 1 + Math.floor(20 * random() ** 4);
  const told = [];
  for (let index = 0; index < days; index += 1) {
    const day = addDays(first, index);
    const keys = new Set(Array.from({ length: active }, () => keyOf(Math.floor(assets * random() ** 3))));
    const rows = [...keys].map((key) => rowOf(key, day, mentioned()));
    const again = new Map();
    for (let count = Math.round(active * late); count > 0 && told.length > 0; count -= 1) {
      const { key, day: of } = told[Math.floor(told.length * random())];
      again.set(`${key} ${of}`, rowOf(key, of, mentioned()));
    }
    await change.replace("subject_daily", [...rows, ...again.values()]);
    await change.replace("market_daily", [rowOf("market", day, rows.length)]);
    await change.replace(
      "day_reference",
      ["subject", "sector", "country", "market"].map((scope) => referenceOf(scope, day)),
    );
    for (const row of rows) told.push({ key: row.key, day: row.day });
    await change.publish({ at: new Date(`${day}T20:00:00Z`), firstDay: first });
  }
  await tables.close();
}

/** The directory as a data set of so many assets. */
export async function openYear(directory, assets) {
  return openDataset({
    store: await openReader(directory),
    stocks: new AssetDirectory(
      Array.from({ length: assets }, (_, index) => ({
        key: keyOf(index),
        name: keyOf(index),
        type: "stock",
        exchange: null,
        sector: null,
        country: null,
        aliases: [],
        primary: null,
        origin: "built_in",
      })),
    ),
    tokens: new AssetDirectory([]),
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
}
