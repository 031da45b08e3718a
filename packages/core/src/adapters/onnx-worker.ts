import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import type * as Onnx from "onnxruntime-node";
import { buildModelInputs, type ModelInput, pooledLogits, type PreparedText } from "../sentiment/model-input.js";
import { decisionFor } from "../sentiment/model-manifest.js";
import type { ModelFiles } from "./onnx-files.js";
import type { StopMessage, WorkerMessage, WorkMessage } from "./onnx-messages.js";

const files = workerData as ModelFiles;
const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

let stopped = false;

async function start(): Promise<void> {
  let onnx: typeof Onnx;
  try {
    onnx = await import("onnxruntime-node");
  } catch (cause) {
    send({ kind: "unusable", reason: "runtime_missing", message: String(cause) });
    return;
  }
  try {
    const tokenizer = new Tokenizer(JSON.parse(readFileSync(files.tokenizerPath, "utf8")) as object, {});
    const session = await onnx.InferenceSession.create(files.modelPath, {
      executionProviders: ["cpu"],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: "sequential",
    });
    const tokenize = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
    parentPort?.on("message", (message: WorkMessage | StopMessage) => {
      if ("kind" in message) {
        // Terminating the thread during a run would crash the process. Without its port the thread ends by itself.
        stopped = true;
        parentPort?.close();
        return;
      }
      const { id, texts } = message;
      judge(onnx, session, tokenize, texts).then(
        (logits) => send({ kind: "done", id, logits }, [logits.buffer as ArrayBuffer]),
        (cause: unknown) => send({ kind: "failed", id, message: String(cause) }),
      );
    });
    send({ kind: "ready" });
  } catch (cause) {
    send({ kind: "unusable", reason: "model_broken", message: String(cause) });
  }
}

/**
 * Three logits per text, in order; those of a long text are of all its windows. Each window runs alone: int8 scales a run by its largest value, so in a batch a text's
 * score would depend on its neighbours. On one core a batch gains next to nothing (see bench/sentiment.mjs).
 */
async function judge(
  onnx: typeof Onnx,
  session: Onnx.InferenceSession,
  tokenize: (text: string) => readonly number[],
  texts: readonly PreparedText[],
): Promise<Float32Array> {
  const { manifest } = files;
  const run = async ({ ids, types }: ModelInput) => {
    const tensor = (values: readonly number[]) =>
      new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
    const answer = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(types),
    });
    return answer["logits"]?.data as Float32Array;
  };
  const logits = new Float32Array(texts.length * 3);
  for (const [row, text] of texts.entries()) {
    const windows: Float32Array[] = [];
    for (const input of buildModelInputs(text, tokenize, manifest.input, decisionFor(manifest, text.kind).maxWindows)) {
      if (stopped) return logits;
      windows.push(await run(input));
    }
    const [only, ...more] = windows;
    logits.set(more.length === 0 ? (only ?? []) : pooledLogits(windows, manifest.input.endWeight), row * 3);
  }
  return logits;
}

await start();
