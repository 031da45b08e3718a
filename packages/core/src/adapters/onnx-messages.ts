import type { PreparedText } from "../sentiment/model-input.js";

/** Message from the pool to a worker: one piece of work. */
export interface WorkMessage {
  readonly id: number;
  readonly texts: readonly PreparedText[];
}

/** Tells a worker to stop after its current text. */
export interface StopMessage {
  readonly kind: "stop";
}

/** Message from a worker: ready or unusable; then three logits per text, or the failure of a piece. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly reason: "runtime_missing" | "model_broken"; readonly message: string }
  | { readonly kind: "done"; readonly id: number; readonly logits: Float32Array }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
