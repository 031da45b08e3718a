import { addDays, type Asset, AssetDirectory, utcDay, type UtcDay } from "@market-sentiment/core";

const listed = (key: string, name: string, sector: string | null, country: string | null): Asset => ({
  key,
  name,
  type: sector === null && country === null ? "token" : "stock",
  exchange: sector === null && country === null ? null : "NASDAQ",
  sector,
  country,
  aliases: [],
  primary: null,
  origin: "built_in",
});

/** Seven assets in four sectors and three countries. */
export const streamStocks = new AssetDirectory([
  listed("AAPL", "Apple", "Information Technology", "United States"),
  listed("MSFT", "Microsoft", "Information Technology", "United States"),
  listed("SAP", "SAP", "Information Technology", "Germany"),
  listed("TSLA", "Tesla", "Consumer Discretionary", "United States"),
  listed("JPM", "JPMorgan", "Financials", "United States"),
  listed("SHEL", "Shell", "Energy", "United Kingdom"),
  listed("XOM", "Exxon Mobil", "Energy", "United States"),
]);

/** Five tokens. */
export const streamTokens = new AssetDirectory(
  [
    ["BTC", "Bitcoin"],
    ["ETH", "Ethereum"],
    ["SOL", "Solana"],
    ["DOGE", "Dogecoin"],
    ["XRP", "XRP"],
  ].map(([key = "", name = ""]) => listed(key, name, null, null)),
);

/** First and last day of every stream. */
export const STREAM_FIRST = utcDay("2026-01-05");
export const STREAM_LAST = utcDay("2026-03-29");

const words =
  "harbour orchard violin granite meadow lantern copper willow saddle pepper anchor basket candle dragon engine forest guitar hammer island jacket kettle ladder marble needle oyster pencil quartz ribbon silver teapot".split(
    " ",
  );
const people = ["ana", "ben", "cid", "dot", "eve", "fay", "gus", "hal"] as const;
const rooms = ["alpha", "beta", "gamma", "delta"] as const;
const papers = ["Reuters", "Bloomberg", "CNBC", "Benzinga"] as const;

interface Said {
  readonly number: number;
  readonly text: string;
  readonly ms: number;
  readonly author: string;
  readonly place: string;
  readonly score: number;
  readonly answers: number;
}

/** Seeded small talk about the assets: bursts, quiet days, several assets in one text, word-for-word copies. */
function talk(keys: readonly string[], seed: number): Said[] {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const said: Said[] = [];
  for (let day: UtcDay = STREAM_FIRST; day <= STREAM_LAST; day = addDays(day, 1)) {
    keys.forEach((key, index) => {
      const burst = random() < 0.07 ? 9 : 1;
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0 ? 0.5 : 1;
      let text = "";
      for (let left = Math.floor(random() * random() * (6 - index / 2) * burst * weekday); left > 0; left -= 1) {
        if (text === "" || random() > 0.2) {
          const other = random() < 0.15 ? ` and $${pick(keys)}` : "";
          const noise = Array.from({ length: 6 }, () => pick(words)).join(" ");
          text = `$${key}${other} ${pick(["gains", "falls", "waits", "plans"])} ${noise} ${said.length}`;
        }
        said.push({
          number: said.length,
          text,
          ms: Date.parse(`${day}T00:00:00Z`) + Math.floor(random() * 80_000) * 1000,
          author: pick(people),
          place: pick(rooms),
          score: random() < 0.1 ? -3 : Math.floor(10 ** (random() * 4)),
          answers: random() < 0.5 ? Math.floor(random() * 3) : 0,
        });
      }
    });
  }
  return said;
}

const base36 = (number: number) => (60_000_000 + number).toString(36);

function forum(keys: readonly string[], seed: number): object[] {
  return talk(keys, seed).flatMap((one) => {
    const id = base36(one.number * 10);
    const post = {
      id,
      name: `t3_${id}`,
      subreddit: one.place,
      author: one.number % 17 === 0 ? "[deleted]" : one.author,
      title: one.text,
      selftext: "",
      score: one.score,
      created_utc: one.ms / 1000,
    };
    const comments = Array.from({ length: one.answers }, (_, index) => ({
      id: base36(one.number * 10 + index + 1),
      subreddit: one.place,
      author: index === 1 && one.number % 5 === 0 ? "AutoModerator" : (people[(one.number + index) % 8] ?? "ana"),
      body: `it ${one.number % 2 === 0 ? "gains" : "falls"} ${words[one.number % 30] ?? ""} ${words[(one.number * 7 + index) % 30] ?? ""} ${one.number}-${index}`,
      link_id: `t3_${id}`,
      parent_id: `t3_${id}`,
      score: (one.number % 9) * (index + 1),
      created_utc: one.ms / 1000 + 600 + index * 4000,
    }));
    return [post, ...comments];
  });
}

function microblog(keys: readonly string[], seed: number): object[] {
  const users = people.map((username, index) => ({ id: String(100 + index), username }));
  return talk(keys, seed).map((one) => ({
    data: [
      {
        id: String(1_900_000_000_000_000_000n + BigInt(one.number)),
        text: one.text,
        author_id: users.find(({ username }) => username === one.author)?.id,
        created_at: new Date(one.ms).toISOString(),
        public_metrics: {
          like_count: Math.max(0, one.score),
          retweet_count: one.number % 4,
          reply_count: one.answers,
          quote_count: 0,
          impression_count: 5000,
        },
      },
    ],
    includes: { users },
    meta: { result_count: 1 },
  }));
}

function news(keys: readonly string[], seed: number): object[] {
  return talk(keys, seed).map((one) => ({
    id: `n-${one.number}`,
    source: papers[rooms.indexOf(one.place as (typeof rooms)[number])],
    title: one.text,
    published_at: new Date(one.ms).toISOString(),
  }));
}

const stockKeys = streamStocks.all().map(({ key }) => key);
const tokenKeys = streamTokens.all().map(({ key }) => key);

/** A stream per text namespace, in the shape of its upstream source. */
export const textStreams: Readonly<Record<string, () => object[]>> = {
  "news-stocks": () => news(stockKeys, 11),
  "forum-stocks": () => forum(stockKeys, 12),
  "forum-crypto": () => forum(tokenKeys, 13),
  "microblog-stocks": () => microblog(stockKeys, 14),
};
