import type { GroupId } from "./groups.js";

/** Which way an event points for its asset. */
export type Direction = -1 | 0 | 1;

/** Fixed facts about one kind of event. */
export interface EventKindFacts {
  readonly direction: Direction;
  /** Relative frequency; 0 for events that follow the calendar. */
  readonly rate: number;
  /** Typical documents on its first day in the news. */
  readonly strength: number;
  /** Days on which it is still talked about. */
  readonly days: number;
  /** Groups of companies that it can happen to; all except funds and tokens when left out. */
  readonly groups?: readonly GroupId[];
}

const kind = (
  direction: Direction,
  rate: number,
  strength: number,
  days: number,
  groups?: readonly GroupId[],
): EventKindFacts => ({ direction, rate, strength, days, ...(groups === undefined ? {} : { groups }) });

const makers: readonly GroupId[] = ["auto", "chips", "consumer", "health", "industrial", "restaurant", "retail"];
const drugs: readonly GroupId[] = ["pharma", "biotech", "health"];

/** Events of shares and funds. */
export const stockEventKinds = {
  earnings_beat: kind(1, 0, 4.5, 4),
  earnings_miss: kind(-1, 0, 4.5, 4),
  earnings_mixed: kind(0, 0, 3.5, 3),
  guidance_raise: kind(1, 4, 3, 3),
  guidance_cut: kind(-1, 4, 3.4, 4),
  upgrade: kind(1, 9, 1.5, 2),
  downgrade: kind(-1, 8, 1.6, 2),
  target_raise: kind(1, 9, 1.1, 1),
  target_cut: kind(-1, 7, 1.1, 1),
  initiation: kind(1, 4, 1, 1),
  launch: kind(1, 8, 2, 3),
  delay: kind(-1, 3, 1.8, 2),
  recall: kind(-1, 3, 2.2, 3, makers),
  lawsuit: kind(-1, 5, 1.8, 3),
  settlement: kind(1, 2, 1.6, 2),
  probe: kind(-1, 3, 2.2, 3),
  merger_talk: kind(1, 2.5, 3.6, 5),
  acquisition: kind(0, 3, 2.6, 3),
  deal_collapse: kind(-1, 1, 2.6, 3),
  layoffs: kind(-1, 4, 2, 2),
  dividend_raise: kind(1, 3, 1, 1),
  dividend_cut: kind(-1, 0.8, 2, 2),
  buyback: kind(1, 3, 1.3, 2),
  contract_win: kind(1, 7, 1.6, 2),
  contract_loss: kind(-1, 2, 1.6, 2),
  executive_change: kind(0, 4, 1.8, 3),
  short_report: kind(-1, 1.2, 2.8, 4),
  insider_sale: kind(-1, 2.5, 0.9, 1),
  partnership: kind(1, 6, 1.6, 2),
  outage: kind(-1, 2, 1.9, 2, ["bigtech", "software", "internet", "payments", "fintech", "telecom", "airline", "bank"]),
  data_breach: kind(-1, 1.5, 2, 3),
  strike: kind(-1, 1.6, 1.8, 3, ["auto", "industrial", "airline", "defense", "media", "restaurant", "mining"]),
  approval: kind(1, 5, 2.4, 3, drugs),
  trial_setback: kind(-1, 4, 2.6, 3, drugs),
  expansion: kind(1, 4, 1.3, 2),
  split: kind(1, 0.8, 2.4, 3),
  index_change: kind(1, 1.2, 1.8, 2),
  tariff_hit: kind(-1, 2.5, 1.8, 2, ["auto", "chips", "consumer", "retail", "industrial"]),
  price_change: kind(0, 2.5, 1.2, 2),
  output_change: kind(0, 4, 1.4, 2, ["oil", "mining", "utility"]),
  fund_inflow: kind(1, 22, 1.2, 2, ["fund"]),
  fund_outflow: kind(-1, 18, 1.2, 2, ["fund"]),
} as const satisfies Record<string, EventKindFacts>;

/** Events of tokens. */
export const cryptoEventKinds = {
  listing: kind(1, 5, 2.2, 2, ["coin"]),
  delisting: kind(-1, 2, 2, 2, ["coin"]),
  hack: kind(-1, 3, 3.4, 4, ["coin"]),
  network_upgrade: kind(1, 6, 2.2, 3, ["coin"]),
  upgrade_delay: kind(-1, 2, 1.6, 2, ["coin"]),
  etf_inflow: kind(1, 4, 2.2, 2, ["coin"]),
  etf_outflow: kind(-1, 4, 2.2, 2, ["coin"]),
  whale_move: kind(0, 5, 1.4, 1, ["coin"]),
  unlock: kind(-1, 4, 1.6, 2, ["coin"]),
  adoption: kind(1, 5, 1.8, 2, ["coin"]),
  rule_win: kind(1, 2, 2.4, 3, ["coin"]),
  rule_hit: kind(-1, 2, 2.4, 3, ["coin"]),
  chain_halt: kind(-1, 2, 2.6, 2, ["coin"]),
  breakout: kind(1, 6, 2, 2, ["coin"]),
  liquidations: kind(-1, 6, 2.2, 2, ["coin"]),
  treasury_buy: kind(1, 4, 1.8, 2, ["coin"]),
} as const satisfies Record<string, EventKindFacts>;

/** Kind of event of a share or fund. */
export type StockEventKind = keyof typeof stockEventKinds;

/** Kind of event of a token. */
export type CryptoEventKind = keyof typeof cryptoEventKinds;

/** Any kind of event. */
export type EventKind = StockEventKind | CryptoEventKind;

/** Fixed facts about a kind. */
export function kindFacts(eventKind: EventKind): EventKindFacts {
  return eventKind in stockEventKinds
    ? stockEventKinds[eventKind as StockEventKind]
    : cryptoEventKinds[eventKind as CryptoEventKind];
}
