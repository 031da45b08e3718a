import type { Dataset } from "@market-sentiment/core";
import type { OpenDatasetOptions } from "../backends.js";
import type { Effects } from "../effects.js";

/** Opens the dataset, uses it and closes it, whatever happens in between. */
export async function withDataset<Result>(
  effects: Effects,
  options: OpenDatasetOptions,
  use: (dataset: Dataset) => Promise<Result>,
): Promise<Result> {
  const dataset = await effects.backends.openDataset(options);
  try {
    return await use(dataset);
  } finally {
    await dataset.close();
  }
}
