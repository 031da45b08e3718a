import { openTextModel } from "../adapters/onnx.js";
import { MarketDataError } from "../errors.js";
import { ENGINE_VERSION, type TextModel } from "../sentiment/text-model.js";
import { modelFolder } from "./model-folder.js";

/** The model of the package `@market-sentiment/model`, loaded on first use. */
export function shippedTextModel(workers?: number): TextModel {
  return lazyTextModel(undefined, workers);
}

/**
 * A model that is loaded on first use, so that commands which never ask pay nothing and need no model. A failed start
 * is retried.
 *
 * @param assetsDirectory Folder with `models`; the package of the shipped model when left out.
 */
export function lazyTextModel(assetsDirectory: string | undefined, workers?: number): TextModel {
  let opening: Promise<TextModel> | null = null;
  let closed = false;
  const open = () => {
    if (closed) throw new MarketDataError("model_unavailable", "The model is closed.");
    const modelDirectory = modelFolder(assetsDirectory);
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
