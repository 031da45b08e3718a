import type { Reactions, SourceDocument } from "./document.js";

/** Why a record is kept aside. Counted and reported under these words. */
export type RejectReason =
  /** The line is no JSON object, or the CSV record does not fit its header. */
  | "malformed_record"
  /** Longer than a record may be. */
  | "record_too_long"
  /** Not valid UTF-8. */
  | "invalid_encoding"
  /** A field that must be there is missing or empty. */
  | "missing_field"
  /** A time that cannot be read as one. */
  | "invalid_time"
  /** Created later than now. */
  | "future_time"
  /** A field of the wrong kind or size. */
  | "invalid_field"
  /** It has no time of its own and its thread is not known. */
  | "unknown_thread"
  /** A trade without an id that came too late: equal trades of its time are forgotten, so it cannot be told from a copy. */
  | "untold_copies";

/** Where a record stands in its file. */
export interface RecordPosition {
  readonly file: string;
  /** 1-based: line of JSON lines and CSV, row of Parquet, item of a feed, element of a JSON list. */
  readonly line: number;
}

/** One step of reading a file: a raw record, or what is wrong at that place. Both say how far into the file they are. */
export type ExtractedRecord = {
  readonly position: RecordPosition;
  /** Bytes of the file that have been read so far; null when unknown. */
  readonly bytesRead: number | null;
} & (
  | {
      readonly record: Readonly<Record<string, unknown>>;
      /** The record as it stands in its file, where that is text; kept in its place when it cannot be used. */
      readonly raw?: string;
    }
  | { readonly fault: RejectReason; readonly message: string; readonly raw: string }
);

/** Why a record, or a part of it, cannot be used. */
export interface RecordFault {
  readonly fault: RejectReason;
  readonly message: string;
}

/** What a record tells. One page of a listing tells of many documents; a repost tells only of its original's counters. */
export interface RecordContent {
  readonly documents: readonly SourceDocument[];
  /** Counters of documents that other records hold. They count if the document is known. */
  readonly counters?: readonly CounterUpdate[];
  /** Documents that the source has deleted. */
  readonly removals?: readonly Removal[];
  /** How many reposts there are that do not say whose they are. */
  readonly anonymousReposts?: number;
  /** How many things there are that are not kept: other events, placeholders. */
  readonly passedOver?: number;
  /** Parts of the record that cannot be used; the rest of it is good. */
  readonly faults?: readonly RecordFault[];
}

/** Later counters of a document. */
export interface CounterUpdate {
  readonly documentId: string;
  readonly reactions: Reactions;
}

/** A deletion: text and mentions of a known document go, its identity stays. */
export interface Removal {
  readonly documentId: string;
  /** When it was deleted, ms since the epoch. */
  readonly asOfMs: number | null;
}

/** What a connector makes of one record. */
export type NormalisedRecord = RecordContent | RecordFault;

/** A record that was kept aside. */
export interface RejectedRecord {
  readonly position: RecordPosition;
  readonly reason: RejectReason;
  readonly message: string;
  /** The record as text, whole. */
  readonly raw: string;
}
