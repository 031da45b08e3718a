import type { Rng } from "./rng.js";
import type { SampleAsset } from "./universe.js";

/** A publisher of the sample world; the name is a display name of the reference data. */
export interface Publisher {
  readonly name: string;
  readonly weight: number;
  readonly titleCase: boolean;
}

const list = (text: string): Publisher[] =>
  text.split(",").map((entry) => {
    const [name = "", weight = "1", style = ""] = entry.split(";");
    return { name, weight: Number(weight), titleCase: style === "T" };
  });

/** Publishers by topic; `;T` marks those with headlines in title case. */
export const publishers = {
  news: list(
    "Reuters;12,Bloomberg;9;T,CNBC;8,MarketWatch;7,Barron's;5;T,The Wall Street Journal;5;T,Yahoo Finance;6,Financial Times;4," +
      "Investor's Business Daily;4;T,Business Insider;3,Associated Press;3,MT Newswires;5;T,RTTNews;4;T,Dow Jones Newswires;3;T," +
      "Benzinga;7;T,Investing.com;4,TheStreet;3,Fortune;2,Axios;1,Fox Business;1,CNN;1,Semafor;1,The Fly;3,Quartz;1",
  ),
  analysis: list(
    "Zacks;10;T,The Motley Fool;10;T,Simply Wall St;6;T,Seeking Alpha;6,Insider Monkey;5;T,24/7 Wall St.;4;T,TipRanks;4;T," +
      "InvestorPlace;3;T,GuruFocus;3;T,MarketBeat;4;T,Barchart;3;T,Morningstar;2;T,Trefis;2,StockStory;3,Kiplinger;1;T,Moby;1;T",
  ),
  europe: list(
    "Reuters;6,Financial Times;5,The Telegraph;2,City A.M.;3,Sharecast;3,Proactive;3,The Guardian;2,Alliance News;3," +
      "Handelsblatt;2,Les Echos;1,Bloomberg;4;T,Evening Standard;1,Sky News;1,Euronews;1",
  ),
  asia: list(
    "Reuters;5,Nikkei Asia;4,South China Morning Post;3,The Economic Times;3,Mint;2,The Japan Times;2,Bloomberg;4;T," +
      "The Korea Herald;2,DIGITIMES;1,Caixin Global;1,Moneycontrol;2,The Straits Times;1,Yonhap News Agency;2",
  ),
  funds: list("ETF Trends;3;T,etf.com;3;T,ETF Daily News;2;T,Bloomberg;2;T,MarketWatch;2,Barron's;1;T"),
  press: list("PR Newswire;4;T,Business Wire;4;T,GlobeNewswire;4;T,ACCESS Newswire;2;T,Newsfile;1;T"),
  copies: list("Yahoo Finance;8,MSN Money;5,Nasdaq.com;5,Investing.com;3,Business Insider;2,Finviz;2,BNN Bloomberg;1"),
} as const;

/** Publishers that would report such a story about the asset. */
export function publisherFor(rng: Rng, asset: SampleAsset, kind: "news" | "analysis" | "press" | "copies"): Publisher {
  const home = asset.groupId === "fund" ? "funds" : asset.region;
  const shelf =
    kind === "news" && (home === "europe" || home === "asia" || home === "funds") && rng.chance(0.75) ? home : kind;
  return rng.weighted(publishers[shelf], ({ weight }) => weight);
}
