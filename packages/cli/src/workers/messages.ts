import type { MetricFigures, ServerConfig } from "@market-sentiment/server";
import type { Failure } from "../failure.js";

/** What a worker is to serve. */
export interface WorkerJob {
  /** The settings, with this worker's share. */
  readonly config: ServerConfig;
  /** Key with which the page logs in by itself; null where there is none. */
  readonly demoKey: string | null;
  /** Ids of namespaces whose sample data is being loaded; empty where none is. */
  readonly loading: readonly string[];
  /** Whether a failure is reported with where it comes from. */
  readonly debug: boolean;
  /** Whether others answer already: it then takes requests only when it can answer all of them. */
  readonly isReplacement: boolean;
}

/** From the process that watches over the workers to one of them. */
export type ToWorker =
  | { readonly kind: "serve"; readonly job: WorkerJob }
  | { readonly kind: "loading"; readonly loading: readonly string[] }
  | { readonly kind: "figures wanted"; readonly id: number }
  | { readonly kind: "figures of all"; readonly id: number; readonly figures: readonly MetricFigures[] }
  | { readonly kind: "stop" };

/** From a worker. */
export type FromWorker =
  /** It has loaded its program: what is sent before would be lost. */
  | { readonly kind: "ready" }
  | { readonly kind: "listening"; readonly address: string }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "figures"; readonly id: number; readonly figures: MetricFigures }
  | { readonly kind: "figures of all wanted"; readonly id: number };
