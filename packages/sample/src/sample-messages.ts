import type { ErrorCode, ErrorDetails } from "@market-sentiment/core";
import type { SamplePeriod } from "./load-sample.js";

/** What the thread that loads the sample is started with. */
export interface SampleJob {
  readonly dataDirectory: string;
  /** The time of the load, ms since the epoch. */
  readonly nowMs: number;
  readonly seed?: string;
  readonly days?: number;
}

/** What it tells: a namespace is complete, all are, or why they never will be. Whatever is sent to it means: stop. */
export type SampleMessage =
  | { readonly kind: "loaded"; readonly namespaceId: string }
  | { readonly kind: "finished"; readonly period: SamplePeriod }
  | {
      readonly kind: "failed";
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly details: ErrorDetails;
    };
