import type { UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";

/** What a text means for one asset. */
export interface IntendedAsset {
  readonly key: string;
  readonly direction: Direction;
  /** `subject` of the text; `other` when it is named beside it; `inherited` when only the thread says so. */
  readonly role: "subject" | "other" | "inherited";
}

/** The truth about one record, as a perfect reader would know it. */
export interface RecordTruth {
  /** Id of the record in its own form. */
  readonly id: string;
  /** Event behind it; null for background chatter. */
  readonly event: string | null;
  readonly assets: readonly IntendedAsset[];
  /** Id of the record that it copies, verbatim or nearly. */
  readonly duplicateOf: string | null;
  readonly bot: boolean;
  readonly ad: boolean;
  /** The text was deleted or removed. */
  readonly gone: boolean;
}

/** A record and its truth. */
export interface Sample<Content extends object> {
  readonly time: number;
  readonly record: Content;
  readonly truth: RecordTruth;
}

/** A day of a sample world. */
export interface SampleRequest {
  readonly seed: string | number;
  readonly day: UtcDay;
}

/** Truth of an ordinary record: no copy, no bot, no ad. */
export function plainTruth(id: string, event: string | null, assets: readonly IntendedAsset[]): RecordTruth {
  return { id, event, assets, duplicateOf: null, bot: false, ad: false, gone: false };
}

/** Orders samples by time, then id. */
export function inTimeOrder<Content extends object>(samples: readonly Sample<Content>[]): Sample<Content>[] {
  return [...samples].sort((a, b) => a.time - b.time || (a.truth.id < b.truth.id ? -1 : 1));
}
