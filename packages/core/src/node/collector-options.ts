import type { SenderLimits } from "../adapters/collect/http-sender.js";
import type { PollReport } from "../collect/poll-source.js";
import type { SourceConfig } from "../collect/source-config.js";
import type { IngestSessionOptions } from "./ingest-session.js";

/** Events of a collector. Messages never contain secrets. */
export type CollectEvent =
  | { readonly kind: "waiting_for_place" }
  | { readonly kind: "started"; readonly sources: number }
  | { readonly kind: "polled"; readonly source: string; readonly report: PollReport }
  | {
      readonly kind: "published";
      readonly namespace: string;
      readonly polls: number;
      readonly records: number;
      readonly tookMs: number;
    }
  | { readonly kind: "not_stored"; readonly source: string; readonly message: string }
  | { readonly kind: "config_fault"; readonly message: string }
  | { readonly kind: "reconfigured"; readonly sources: number };

/** Options of a collector. */
export interface CollectorOptions extends IngestSessionOptions {
  /** Reads the current configuration. @throws SourceConfigError */
  readonly readConfig: () => Promise<SourceConfig>;
  readonly now: () => Date;
  readonly onEvent?: (event: CollectEvent) => void;
  readonly limits?: Partial<SenderLimits>;
  /** From 0 to 1: spreads the polls. */
  readonly random?: () => number;
  /** Longest time that a poll without news waits for its publication, in milliseconds. Default 10 seconds. */
  readonly quietMs?: number;
}
