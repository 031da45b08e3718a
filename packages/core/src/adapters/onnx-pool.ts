import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { MarketDataError } from "../errors.js";
import type { PreparedText } from "../sentiment/model-input.js";
import type { StopMessage, WorkerMessage, WorkMessage } from "./onnx-messages.js";

/** Crashes in a row, without a finished piece in between, after which a worker is not restarted. */
const MAX_CRASHES = 3;

/** How long a worker may take to finish its current text. */
const STOP_TIMEOUT_MS = 10_000;

/** Options of a pool. */
export interface OnnxPoolOptions {
  readonly workers: number;
  /** Passed to every worker. */
  readonly workerData: unknown;
  /**
   * Most concurrent calls. A further one is refused at once, so that its caller need not wait for a timeout. Default
   * 256.
   */
  readonly maxCalls?: number;
  /** The worker's script; default: the built one, beside this module or in the package's `dist`. */
  readonly script?: URL;
}

const MAX_CALLS = 256;
/** When a refused caller may try again. */
const RETRY_AFTER_SECONDS = 2;

interface Piece extends WorkMessage {
  /** Index within its call. First pieces of all calls go first, so that a short call does not wait for a long one. */
  readonly turn: number;
  readonly resolve: (logits: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
}

interface Seat {
  worker: Worker;
  ready: boolean;
  piece: Piece | null;
}

/** A fixed number of model workers and one queue. A crashed worker fails only its current piece and is restarted. */
export class OnnxPool {
  readonly #seats = new Set<Seat>();
  readonly #queue: Piece[] = [];
  readonly #options: OnnxPoolOptions;
  #lastId = 0;
  #crashes = 0;
  #calls = 0;
  #broken: MarketDataError | null = null;

  private constructor(options: OnnxPoolOptions) {
    this.#options = options;
  }

  /** Starts all workers and waits until each has loaded the model. @throws MarketDataError `model_unavailable`. */
  static async start(options: OnnxPoolOptions): Promise<OnnxPool> {
    const pool = new OnnxPool(options);
    try {
      await Promise.all(Array.from({ length: options.workers }, () => pool.#seat()));
    } catch (reason) {
      await pool.close();
      throw reason;
    }
    return pool;
  }

  /**
   * Logits of each piece, three per text. Rejects with the first failure or `signal.reason`; then queued pieces are
   * dropped, and the result of running ones is discarded. Rejects with `model_unavailable` and
   * `details.retry_after_seconds` while too many calls are open. A call that was accepted is never refused later,
   * however long it is.
   */
  async run(pieces: readonly (readonly PreparedText[])[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (this.#calls >= (this.#options.maxCalls ?? MAX_CALLS)) {
      const details = { retry_after_seconds: RETRY_AFTER_SECONDS };
      throw new MarketDataError("model_unavailable", "Too many texts are waiting for the model.", details);
    }
    this.#calls++;
    const mine = new Set<Piece>();
    let abort: () => void = () => undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
    const answers = pieces.map(
      (texts, turn) =>
        new Promise<Float32Array>((resolve, reject) => {
          const piece = { id: ++this.#lastId, texts, turn, resolve, reject };
          mine.add(piece);
          this.#queue.push(piece);
        }),
    );
    this.#queue.sort((a, b) => a.turn - b.turn || a.id - b.id);
    this.#assign();
    try {
      return await Promise.race([Promise.all(answers), aborted]);
    } catch (reason) {
      this.#queue.splice(0, Infinity, ...this.#queue.filter((piece) => !mine.has(piece)));
      throw reason;
    } finally {
      this.#calls--;
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Stops all workers. Open calls reject with `model_unavailable`. */
  async close(): Promise<void> {
    this.#fail(new MarketDataError("model_unavailable", "The model was closed."));
    const seats = [...this.#seats];
    this.#seats.clear();
    await Promise.all(seats.map(({ worker }) => end(worker)));
  }

  #fail(error: MarketDataError): void {
    this.#broken ??= error;
    for (const seat of this.#seats) {
      seat.piece?.reject(error);
      seat.piece = null;
    }
    for (const piece of this.#queue.splice(0)) piece.reject(error);
  }

  #assign(): void {
    if (this.#broken !== null) {
      this.#fail(this.#broken);
      return;
    }
    for (const seat of this.#seats) {
      if (!seat.ready || seat.piece !== null) continue;
      const piece = this.#queue.shift();
      if (piece === undefined) return;
      seat.piece = piece;
      seat.worker.postMessage({ id: piece.id, texts: piece.texts } satisfies WorkMessage);
    }
  }

  /** Starts one worker; resolves when it is ready. */
  #seat(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.#options.script ?? builtWorker(), { workerData: this.#options.workerData });
      const seat: Seat = { worker, ready: false, piece: null };
      let lastError: unknown;
      this.#seats.add(seat);
      worker.on("message", (message: WorkerMessage) => {
        if (message.kind === "ready") {
          seat.ready = true;
          resolve();
        } else if (message.kind === "unusable") {
          // The same files would fail in every worker, so the whole pool fails.
          const error = unusable(message);
          this.#fail(error);
          reject(error);
        } else {
          this.#answer(seat, message);
        }
        this.#assign();
      });
      worker.on("error", (error) => (lastError = error));
      worker.on("exit", (exitCode) => {
        if (!this.#seats.delete(seat)) return;
        const error = new MarketDataError(
          "model_unavailable",
          "A model worker stopped.",
          { exitCode },
          { cause: lastError },
        );
        seat.piece?.reject(error);
        reject(error);
        this.#replace(error);
      });
    });
  }

  #replace(error: MarketDataError): void {
    if (this.#broken !== null) return;
    this.#crashes++;
    if (this.#crashes <= MAX_CRASHES) this.#seat().catch(() => undefined);
    else if (this.#seats.size === 0) this.#fail(error);
  }

  #answer(seat: Seat, message: Extract<WorkerMessage, { readonly id: number }>): void {
    const piece = seat.piece;
    seat.piece = null;
    if (message.kind === "done") {
      this.#crashes = 0;
      piece?.resolve(message.logits);
    } else {
      piece?.reject(
        new MarketDataError("model_unavailable", "The model failed on a text.", {}, { cause: message.message }),
      );
    }
  }
}

/** Stops a worker after its current text, or by force if it does not answer. */
async function end(worker: Worker): Promise<void> {
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage({ kind: "stop" } satisfies StopMessage);
  const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

function unusable(message: Extract<WorkerMessage, { readonly kind: "unusable" }>): MarketDataError {
  const text =
    message.reason === "runtime_missing"
      ? 'The sentiment model needs the package "onnxruntime-node": run "npm install onnxruntime-node@1.30 --ignore-scripts".'
      : "The sentiment model cannot be loaded.";
  return new MarketDataError("model_unavailable", text, { reason: message.reason }, { cause: message.message });
}

/** Beside the built adapter; in the package's `dist` when this module runs from source. */
function builtWorker(): URL {
  const beside = new URL("./onnx-worker.js", import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL("../../dist/onnx-worker.js", import.meta.url);
}
