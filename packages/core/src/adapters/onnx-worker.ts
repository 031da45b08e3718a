import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import type * as Onnx from "onnxruntime-node";
import { buildModelInput, type ModelInput, type PreparedText } from "../sentiment/model-input.js";
import type { ModelFiles } from "./onnx-files.js";
import type { WorkerMessage, WorkMessage } from "./onnx-messages.js";

/** The most tokens, padding included, in one run: enough to fill one core, small enough for its caches. */
const TOKENS_PER_RUN = 1024;

const files = workerData as ModelFiles;
const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

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
      // Lengths vary from run to run; the arena would keep a block for each.
      enableCpuMemArena: true,
    });
    const tokenize = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
    parentPort?.on("message", ({ id, texts }: WorkMessage) => {
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

/** Three logits a text, in order. Runs texts of similar token count together. */
async function judge(
  onnx: typeof Onnx,
  session: Onnx.InferenceSession,
  tokenize: (text: string) => readonly number[],
  texts: readonly PreparedText[],
): Promise<Float32Array> {
  const inputs = texts.map((text, row) => ({ row, input: buildModelInput(text, tokenize, files.manifest.input) }));
  inputs.sort((a, b) => a.input.ids.length - b.input.ids.length);
  const logits = new Float32Array(texts.length * 3);
  for (let from = 0; from < inputs.length;) {
    let to = from + 1;
    while (to < inputs.length && (to + 1 - from) * (inputs[to]?.input.ids.length ?? 0) <= TOKENS_PER_RUN) to++;
    const run = inputs.slice(from, to);
    const { logits: answer } = await session.run(
      feeds(
        onnx,
        run.map(({ input }) => input),
      ),
    );
    const values = answer?.data as Float32Array;
    run.forEach(({ row }, at) => logits.set(values.subarray(at * 3, at * 3 + 3), row * 3));
    from = to;
  }
  return logits;
}

function feeds(onnx: typeof Onnx, inputs: readonly ModelInput[]): Record<string, Onnx.Tensor> {
  const width = Math.max(...inputs.map(({ ids }) => ids.length));
  const size = inputs.length * width;
  const ids = new BigInt64Array(size).fill(BigInt(files.manifest.input.tokens.pad));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  inputs.forEach((input, row) => {
    input.ids.forEach((id, at) => {
      ids[row * width + at] = BigInt(id);
      mask[row * width + at] = 1n;
      types[row * width + at] = input.types[at] === 1 ? 1n : 0n;
    });
  });
  const tensor = (data: BigInt64Array) => new onnx.Tensor("int64", data, [inputs.length, width]);
  return { input_ids: tensor(ids), attention_mask: tensor(mask), token_type_ids: tensor(types) };
}

await start();
