import type { z } from "zod";
import type { Connector } from "../ingest/connectors/connector.js";
import type { MarketConnector } from "../ingest/connectors/market-connector.js";

/** One request to a source. */
export interface SourceRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Statuses below 500 that are an answer, beside 200. */
  readonly statuses?: readonly number[];
  /** Longest answer, unpacked, in bytes; 16 MiB when left out. */
  readonly maxBytes?: number;
  /** The address that the operator configured, where `url` came out of a redirect of it. */
  readonly configuredUrl?: string;
  /** The answer is a ZIP archive with one file, which is wanted. */
  readonly unzip?: boolean;
  /**
   * The address is a WebSocket, which is listened to for so long, or until so many messages have come. The body of the answer
   * then holds them, one a line.
   */
  readonly stream?: { readonly sessionMs: number; readonly mostMessages: number };
}

/** What came of it. */
export interface SourceAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Address that answered. */
  readonly url: string;
  /** Where the source has moved to for good, when every redirect on the way said so; null otherwise. */
  readonly movedTo: string | null;
}

/** What a connector knows when it plans a request or reads an answer. */
export interface PollContext<Options, Cursor> {
  readonly options: Options;
  /** Where the last committed page ended; null before the first. */
  readonly cursor: Cursor | null;
  /** What an earlier page of this process left for later ones; nothing of it is stored. */
  readonly memory: unknown;
  /** Time of the poll, ms since the epoch. */
  readonly nowMs: number;
  /** Items that may still be read today; null without a limit. */
  readonly budgetLeft: number | null;
  /** An interval whose items are wanted again, in the place of new ones; null in an ordinary poll. */
  readonly backfill: { readonly fromMs: number; readonly toMs: number } | null;
}

/** How the page lies to what was read before. */
export interface CoverageClaim {
  /** Whether nothing can have been missed since: the page overlaps it, or the cursor leads on from it. */
  readonly contiguous: boolean;
  /** Where it is not: from when on nothing is missing. The time of the poll when left out. */
  readonly fromMs?: number;
  /** Up to when nothing is missing. The time of the poll when left out. */
  readonly toMs?: number;
  /** Known holes, such as slots that the source never published. */
  readonly holes?: readonly { readonly fromMs: number; readonly toMs: number; readonly reason: string }[];
  readonly reason?: string;
}

/** A page of raw records with the cursor behind it. */
export interface SourcePage<Cursor> {
  /** As the record connector of the source's namespace reads them. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly cursor: Cursor;
  /** Null for a page in the middle of a poll, which settles nothing yet. */
  readonly coverage: CoverageClaim | null;
  readonly items: number;
  readonly itemsNew: number;
  readonly oldestMs: number | null;
  readonly newestMs: number | null;
  /** Whether to plan again at once. */
  readonly more: boolean;
  readonly memory?: unknown;
  /** Items of this page that count against the day's budget. */
  readonly spent?: number;
  /** There is more than could be read. */
  readonly truncated?: boolean;
  /** The source asks not to come back sooner. */
  readonly waitMs?: number;
}

/** What an operator must know before switching a source on. */
export interface SourceTerms {
  /** What the operator must hold: nothing, a contact address, an approved app, a partner key. */
  readonly holds: string;
  /** What the operator may do with what is read, and how often. */
  readonly may: string;
}

/**
 * The pure half of a live source: what to ask, and what an answer means. It never sends anything, knows no clock and no
 * secret but those in its options. A new source is one file with one value of this type, and a line in the registry.
 */
export interface SourceConnector<Options = unknown, Cursor = unknown> {
  /** Word for `type` in the configuration. */
  readonly kind: string;
  readonly title: string;
  readonly terms: SourceTerms;
  /** What its records are read by: it fits every namespace that has one of these. */
  readonly reads: readonly (Connector | MarketConnector)[];
  /** Whether it may only be asked by who gives a contact address. */
  readonly needsContact?: boolean;
  /** Whether its items are paid for, so that a daily budget has to be set. */
  readonly needsBudget?: boolean;
  /** Options of its own in the configuration. */
  readonly options: z.ZodType<Options>;
  /** An entry to begin with: its namespace, and options that work for whoever holds what is needed. */
  readonly example: Readonly<Record<string, string | number | readonly string[]>> & { readonly namespace: string };
  /** Options that are secrets: they may only be given as `${NAME}`. */
  readonly secrets: readonly string[];
  /** Form of its cursor, and what reads it back. */
  readonly cursor: z.ZodType<Cursor>;
  readonly cursorVersion: number;
  /** Time between two polls where the configuration names none, in seconds. */
  readonly everySeconds: number;
  /** Time between two requests to one host, in milliseconds. */
  readonly hostPauseMs: number;
  /** Pages that are stored together, where one page holds very little; 1 when left out. A killed poll reads them again. */
  readonly pagesPerCommit?: number;
  /** Pages of one poll at most; what is left is read by the next. */
  readonly maxPages: number;
  /** Whether an interval of the past can be read again. */
  readonly canBackfill: boolean;
  /** The next request; null when there is nothing to ask for now. */
  plan(context: PollContext<Options, Cursor>): SourceRequest | null;
  /**
   * Reads the answer to the planned request.
   *
   * @throws PollFailure `wrong_content` when it is none of this source's.
   */
  read(answer: SourceAnswer, context: PollContext<Options, Cursor>): SourcePage<Cursor>;
}

/** Gives a connector its types and takes them away again for the registry, which holds connectors of many options. */
export function defineSource<Options, Cursor>(connector: SourceConnector<Options, Cursor>): SourceConnector {
  return connector;
}
