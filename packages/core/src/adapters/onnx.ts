import { availableParallelism } from "node:os";
import type { PreparedText } from "../sentiment/model-input.js";
import { prepareText } from "../sentiment/prepare-text.js";
import { verdictOf } from "../sentiment/score.js";
import type { TextJudgement, TextModel } from "../sentiment/text-model.js";
import { openModelFiles } from "./onnx-files.js";
import { OnnxPool } from "./onnx-pool.js";

/** How to open the model. */
export interface TextModelOptions {
  /** Folder that holds `manifest.json` and the files it names. */
  readonly modelDirectory: string;
  /** Worker threads, each with its own copy of the model (about 120 MB); at least 1. Default: 2, or 1 on a one-core machine. */
  readonly workers?: number;
  /** Texts in one piece of work, the most that one caller waits for behind another; at least 1. Default 32. */
  readonly maxBatch?: number;
}

/**
 * Opens the shipped sentiment model in worker threads, so that judging never blocks the caller's event loop. Texts are
 * judged in batches of similar length; concurrent calls take turns batch by batch. Needs the package `onnxruntime-node`.
 *
 * @throws MarketDataError `model_unavailable` when a file is missing or does not have the manifest's sha256, when the
 * run-time is not installed, or when a worker cannot start.
 */
export async function openTextModel(options: TextModelOptions): Promise<TextModel> {
  const workers = Math.max(1, Math.trunc(options.workers ?? Math.min(2, availableParallelism())));
  const maxBatch = Math.max(1, Math.trunc(options.maxBatch ?? 32));
  const files = await openModelFiles(options.modelDirectory);
  const pool = await OnnxPool.start({ workers, workerData: files });
  const { manifest } = files;

  return {
    engineVersion: manifest.engineVersion,
    async judge(texts, { signal } = {}) {
      signal?.throwIfAborted();
      const prepared = texts.map(prepareText);
      const pieces = piecesByLength(prepared, Math.min(maxBatch, Math.max(1, Math.ceil(texts.length / workers))));
      const answers = await pool.run(
        pieces.map((piece) => piece.map(({ text }) => text)),
        signal,
      );
      const judgements = new Array<TextJudgement>(texts.length);
      pieces.forEach((piece, at) => {
        piece.forEach(({ index, text }, row) => {
          judgements[index] = {
            text: text.text,
            ...verdictOf(answers[at]?.subarray(row * 3, row * 3 + 3) ?? [], manifest),
            targetFound: text.name === null ? null : text.mentions.length > 0,
          };
        });
      });
      return judgements;
    },
    close: () => pool.close(),
  };
}

interface PlacedText {
  readonly index: number;
  readonly text: PreparedText;
}

/** Texts of similar length together: padding to the longest of a piece is work for nothing. Longest last. */
function piecesByLength(texts: readonly PreparedText[], size: number): PlacedText[][] {
  const placed = texts.map((text, index) => ({ index, text })).sort((a, b) => a.text.text.length - b.text.text.length);
  const pieces: PlacedText[][] = [];
  for (let at = 0; at < placed.length; at += size) pieces.push(placed.slice(at, at + size));
  return pieces;
}
