import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { PreparedText } from "../sentiment/model-input.js";
import { decisionFor } from "../sentiment/model-manifest.js";
import { posterPosition } from "../sentiment/poster-position.js";
import { prepareText } from "../sentiment/prepare-text.js";
import { verdictOf } from "../sentiment/score.js";
import type { TextJudgement, TextModel } from "../sentiment/text-model.js";
import { openModelFiles } from "./onnx-files.js";
import { OnnxPool } from "./onnx-pool.js";

/** How to open the model. */
export interface TextModelOptions {
  /** Folder with `manifest.json` and the files that it names. */
  readonly modelDirectory: string;
  /** Worker threads, each with its own copy of the model (about 120 MB); at least 1. Default: 2, or 1 on a one-core machine. */
  readonly workers?: number;
  /**
   * Texts per piece of work: the longest wait of a call behind another one, and the part that an abort cannot stop.
   * Default 16.
   */
  readonly maxBatch?: number;
  /** Most concurrent calls; a further one rejects with `model_unavailable` at once. Default 256. */
  readonly maxCalls?: number;
}

/** Texts prepared before yielding to the event loop: a few milliseconds of work. */
const TEXTS_A_TURN = 100;

/**
 * Opens the shipped sentiment model in worker threads, so that judging never blocks the caller's event loop. A score
 * depends on the text and its target only. Concurrent calls share the workers in turns. Needs the package
 * `onnxruntime-node`.
 *
 * @throws MarketDataError `model_unavailable` when a file is missing or does not match the manifest's sha256, when the
 * run-time is not installed, or when a worker cannot start.
 */
export async function openTextModel(options: TextModelOptions): Promise<TextModel> {
  const workers = Math.max(1, Math.trunc(options.workers ?? Math.min(2, availableParallelism())));
  const maxBatch = Math.max(1, Math.trunc(options.maxBatch ?? 16));
  const files = await openModelFiles(options.modelDirectory);
  const pool = await OnnxPool.start({
    workers,
    workerData: files,
    ...(options.maxCalls === undefined ? {} : { maxCalls: options.maxCalls }),
  });
  const { manifest } = files;

  return {
    engineVersion: manifest.engineVersion,
    async judge(texts, { signal } = {}) {
      signal?.throwIfAborted();
      const prepared: PreparedText[] = [];
      for (const [index, text] of texts.entries()) {
        if (index % TEXTS_A_TURN === TEXTS_A_TURN - 1) {
          await setImmediate();
          signal?.throwIfAborted();
        }
        prepared.push(prepareText(text, index));
      }
      const size = Math.min(maxBatch, Math.max(1, Math.ceil(prepared.length / workers)));
      const pieces = Array.from({ length: Math.ceil(prepared.length / size) }, (_, at) =>
        prepared.slice(at * size, (at + 1) * size),
      );
      const logits = await pool.run(pieces, signal);
      return prepared.map((asked, index): TextJudgement => {
        const row = (index % size) * 3;
        const own = logits[Math.floor(index / size)]?.subarray(row, row + 3) ?? [];
        const targetFound = asked.name === null ? null : asked.mentions.length > 0;
        const decision = { ...decisionFor(manifest, asked.kind), position: manifest.position };
        return { text: asked.text, ...verdictOf(own, decision, posterPosition(asked)), targetFound };
      });
    },
    close: () => pool.close(),
  };
}
