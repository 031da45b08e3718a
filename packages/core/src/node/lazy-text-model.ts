import { join } from "node:path";
import { openTextModel } from "../adapters/onnx.js";
import { MarketDataError } from "../errors.js";
import { ENGINE_VERSION, type TextModel } from "../sentiment/text-model.js";
import { shippedAssets } from "./reference-files.js";

/** The model that is shipped with the package, loaded by the first question. */
export function shippedTextModel(workers?: number): TextModel {
  return lazyTextModel(join(shippedAssets, "models"), workers);
}

/** The shipped model, loaded by the first question: commands that never ask pay nothing. A failed start is tried again. */
export function lazyTextModel(modelDirectory: string, workers?: number): TextModel {
  let opening: Promise<TextModel> | null = null;
  let closed = false;
  const open = () => {
    if (closed) throw new MarketDataError("model_unavailable", "The model is closed.");
    opening ??= openTextModel({ modelDirectory, ...(workers === undefined ? {} : { workers }) }).catch(
      (cause: unknown) => {
        opening = null;
        throw cause;
      },
    );
    return opening;
  };
  return {
    engineVersion: ENGINE_VERSION,
    judge: async (texts, options) => (texts.length === 0 ? [] : (await open()).judge(texts, options)),
    close: async () => {
      closed = true;
      const model = await opening?.catch(() => null);
      await model?.close();
    },
  };
}
