import type { ErrorCode, ErrorDetails } from "@market-sentiment/core";
import type { SamplePeriod } from "./load-sample.js";

/** Start options of the thread that loads the sample. */
export interface SampleJob {
  readonly dataDirectory: string;
  /** The time of the load, ms since the epoch. */
  readonly nowMs: number;
  readonly seed?: string;
  readonly days?: number;
}

/**
 * Messages from the thread: a namespace is complete, all are complete, or why loading failed. Any message to the thread
 * stops it.
 */
export type SampleMessage =
  | { readonly kind: "loaded"; readonly namespaceId: string }
  | { readonly kind: "finished"; readonly period: SamplePeriod }
  | {
      readonly kind: "failed";
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly details: ErrorDetails;
    };
