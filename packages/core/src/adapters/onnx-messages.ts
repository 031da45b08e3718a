import type { PreparedText } from "../sentiment/model-input.js";

/** What the pool sends to a worker: one piece of work. */
export interface WorkMessage {
  readonly id: number;
  readonly texts: readonly PreparedText[];
}

/** Tells a worker to end: after the text that it is at, not in the middle of it. */
export interface StopMessage {
  readonly kind: "stop";
}

/** What a worker sends back: that it can work or why it never will; then three logits a text, or why a piece failed. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly reason: "runtime_missing" | "model_broken"; readonly message: string }
  | { readonly kind: "done"; readonly id: number; readonly logits: Float32Array }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
