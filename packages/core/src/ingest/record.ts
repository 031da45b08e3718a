import type { Reactions, SourceDocument } from "./document.js";

/** Reasons for keeping a record aside, as counted and reported. */
export type RejectReason =
  /** The line is not a JSON object, or the CSV record does not fit its header. */
  | "malformed_record"
  /** Longer than a record may be. */
  | "record_too_long"
  /** Not valid UTF-8. */
  | "invalid_encoding"
  /** A required field is missing or empty. */
  | "missing_field"
  /** A time that cannot be read as one. */
  | "invalid_time"
  /** Created later than now. */
  | "future_time"
  /** A field of the wrong kind or size. */
  | "invalid_field"
  /** It has no time of its own and its thread is not known. */
  | "unknown_thread"
  /** A trade without an id that came too late: equal trades of its time are forgotten, so it might be a duplicate. */
  | "untold_copies";

/** Position of a record in its file. */
export interface RecordPosition {
  readonly file: string;
  /** 1-based: line of JSON lines and CSV, row of Parquet, item of a feed, element of a JSON list. */
  readonly line: number;
}

/** One step of reading a file: a raw record or a fault, with the progress in the file. */
export type ExtractedRecord = {
  readonly position: RecordPosition;
  /** Bytes of the file that have been read so far; null when unknown. */
  readonly bytesRead: number | null;
} & (
  | {
      readonly record: Readonly<Record<string, unknown>>;
      /** The record's original text, where the file is text; kept if the record is rejected. */
      readonly raw?: string;
    }
  | { readonly fault: RejectReason; readonly message: string; readonly raw: string }
);

/** Why a record, or a part of it, cannot be used. */
export interface RecordFault {
  readonly fault: RejectReason;
  readonly message: string;
}

/**
 * The content of a record. One page of a listing holds many documents; a repost holds only counters of its original.
 */
export interface RecordContent {
  readonly documents: readonly SourceDocument[];
  /** Counters of documents that other records hold. They count if the document is known. */
  readonly counters?: readonly CounterUpdate[];
  /** Documents that the source has deleted. */
  readonly removals?: readonly Removal[];
  /** Number of reposts that do not name their original. */
  readonly anonymousReposts?: number;
  /** Number of entries that are not stored: other events, placeholders. */
  readonly passedOver?: number;
  /** Parts of the record that cannot be used; the rest is good. */
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

/** Result of a connector for one record. */
export type NormalisedRecord = RecordContent | RecordFault;

/** A record that was kept aside. */
export interface RejectedRecord {
  readonly position: RecordPosition;
  readonly reason: RejectReason;
  readonly message: string;
  /** The record as text, whole. */
  readonly raw: string;
}
