import type { z } from "zod";
import type { Connector } from "../ingest/connectors/connector.js";
import type { MarketConnector } from "../ingest/connectors/market-connector.js";

/** One request to a source. */
export interface SourceRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Accepted statuses besides 200, below 500. */
  readonly statuses?: readonly number[];
  /** Longest answer, unpacked, in bytes; 16 MiB when left out. */
  readonly maxBytes?: number;
  /** Whether a longer text is cut after its last whole line, instead of being refused. */
  readonly isCut?: boolean;
  /** The configured address, where `url` is the target of a redirect. */
  readonly configuredUrl?: string;
  /** The answer is a ZIP archive; take the one file in it. */
  readonly unzip?: boolean;
  /**
   * The address is a WebSocket. Listen for `sessionMs`, or until `mostMessages` have arrived. The body of the answer
   * then has one message per line.
   */
  readonly stream?: { readonly sessionMs: number; readonly mostMessages: number };
}

/** The answer to a request. */
export interface SourceAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Address that answered. */
  readonly url: string;
  /** New address, if every redirect on the way was permanent; null otherwise. */
  readonly movedTo: string | null;
}

/** Context in which a connector plans a request or reads an answer. */
export interface PollContext<Options, Cursor> {
  readonly options: Options;
  /** Where the last committed page ended; null before the first. */
  readonly cursor: Cursor | null;
  /** State that an earlier page left for later ones in this process; never stored. */
  readonly memory: unknown;
  /** Time of the poll, ms since the epoch. */
  readonly nowMs: number;
  /** Items that may still be read today; null without a limit. */
  readonly budgetLeft: number | null;
  /** The past interval to read again; null in an ordinary poll, which reads new items. */
  readonly backfill: { readonly fromMs: number; readonly toMs: number } | null;
  /** Pages of this poll that were read before. */
  readonly page: number;
  /** False for a text with one of the source's secrets in it, which must not become part of a cursor. */
  readonly isStorable: (text: string) => boolean;
}

/** How the page connects to what was read before. */
export interface CoverageClaim {
  /** True if nothing was missed: the page overlaps the last one, or the cursor continues from it. */
  readonly contiguous: boolean;
  /** If not contiguous: the time from which nothing is missing. The time of the poll when left out. */
  readonly fromMs?: number;
  /** The time up to which nothing is missing. The time of the poll when left out. */
  readonly toMs?: number;
  /** Known gaps, such as files that the source never published. */
  readonly holes?: readonly { readonly fromMs: number; readonly toMs: number; readonly reason: string }[];
  readonly reason?: string;
}

/** A page of raw records with the cursor behind it. */
export interface SourcePage<Cursor> {
  /** In the form that the record connector of the namespace reads. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly cursor: Cursor;
  /** Null for a page in the middle of a poll, which settles no coverage yet. */
  readonly coverage: CoverageClaim | null;
  readonly items: number;
  readonly itemsNew: number;
  readonly oldestMs: number | null;
  readonly newestMs: number | null;
  /** Whether to plan the next request at once. */
  readonly more: boolean;
  readonly memory?: unknown;
  /** Items of this page that count against the day's budget. */
  readonly spent?: number;
  /** Whether there was more than could be read. */
  readonly truncated?: boolean;
  /** Waiting time that the source asks for. */
  readonly waitMs?: number;
}

/** What operators must know before they switch a source on. */
export interface SourceTerms {
  /** What the operator must hold: nothing, a contact address, an approved app, a partner key. */
  readonly holds: string;
  /** What the operator may do with what is read, and how often. */
  readonly may: string;
}

/**
 * The pure half of a live source: what to request, and what an answer means. It sends nothing, and knows no clock and
 * no secret except those in its options. A new source is one file with one value of this type, and a line in the
 * registry.
 */
export interface SourceConnector<Options = unknown, Cursor = unknown> {
  /** Word for `type` in the configuration. */
  readonly kind: string;
  readonly title: string;
  readonly terms: SourceTerms;
  /** Connectors that can read its records. The source fits every namespace with one of these. */
  readonly reads: readonly (Connector | MarketConnector)[];
  /** Whether the source requires a contact address. */
  readonly needsContact?: boolean;
  /** Whether its items are paid for, so that a daily budget has to be set. */
  readonly needsBudget?: boolean;
  /** Whether `robots.txt` decides what may be requested: for pages that are open to everybody and have no API terms. */
  readonly obeysRobots?: boolean;
  /** Its options in the configuration. */
  readonly options: z.ZodType<Options>;
  /** Example entry: the namespace, and options that work for anyone who holds what the terms require. */
  readonly example: Readonly<Record<string, string | number | readonly string[]>> & { readonly namespace: string };
  /** Options that are secrets: they may only be given as `${NAME}`. */
  readonly secrets: readonly string[];
  /** Schema of its cursor. */
  readonly cursor: z.ZodType<Cursor>;
  readonly cursorVersion: number;
  /** Time between two polls where the configuration names none, in seconds. */
  readonly everySeconds: number;
  /** Time between two requests to one host, in milliseconds. */
  readonly hostPauseMs: number;
  /** Pages that are stored together, for sources with tiny pages; 1 when left out. A killed poll reads them again. */
  readonly pagesPerCommit?: number;
  /** Most pages of one poll; the next poll reads the rest. */
  readonly maxPages: number;
  /** Whether an interval of the past can be read again. */
  readonly canBackfill: boolean;
  /** The next request; null when there is nothing to request now. */
  plan(context: PollContext<Options, Cursor>): SourceRequest | null;
  /**
   * Reads the answer to the planned request.
   *
   * @throws PollFailure `wrong_content` when the answer is not from this kind of source.
   */
  read(answer: SourceAnswer, context: PollContext<Options, Cursor>): SourcePage<Cursor>;
}

/** Checks a connector's types, then erases them for the registry, which holds connectors with different options. */
export function defineSource<Options, Cursor>(connector: SourceConnector<Options, Cursor>): SourceConnector {
  return connector;
}
