import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { folderContent, ingestFiles, openLocalDataset } from "@market-sentiment/core/node";
import type { Backends } from "../../packages/cli/src/backends.js";
import { nodeEffects } from "../../packages/cli/src/node-effects.js";
import { NOW, type Outcome, sentiment, wordModel, type World } from "./support.js";

/** Articles of three days, one of them without a known company. */
export const articles = [
  {
    id: "1",
    title: 'Apple beats estimates, "record" quarter',
    source: "Reuters",
    published_at: "2026-03-03T09:00:00Z",
  },
  { id: "2", title: "Apple cuts prices in China", source: "CNBC", published_at: "2026-03-04T10:00:00Z" },
  { id: "3", title: "Microsoft beats forecasts, Apple waits", source: "Reuters", published_at: "2026-03-05T08:00:00Z" },
  { id: "4", title: "Nothing happened in the village", source: "Reuters", published_at: "2026-03-05T09:00:00Z" },
];

/** A temporary data directory and the command line over it; only the model is a fake. */
export interface DataFixture {
  readonly directory: string;
  readonly backends: Partial<Backends>;
  sentiment(args: readonly string[], world?: World): Promise<Outcome>;
  file(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes an empty one. */
export async function dataFixture(): Promise<DataFixture> {
  const root = await mkdtemp(path.join(os.tmpdir(), "sentiment-cli-"));
  const directory = path.join(root, "data");
  const { files } = nodeEffects();
  const backends: Partial<Backends> = {
    openDataset: ({ dataDirectory, textModel }) =>
      openLocalDataset({ dataDirectory, textModel: textModel === "open" ? wordModel : "none" }),
    folderContent,
    ingest: (options) => ingestFiles({ ...options, textModel: wordModel }),
  };
  return {
    directory,
    backends,
    sentiment: (args, world = {}) =>
      sentiment([...args, "--data", directory], {
        realFiles: files,
        now: () => NOW,
        ...world,
        backends: { ...backends, ...world.backends },
      }),
    file: async (name, text) => {
      const file = path.join(root, name);
      await writeFile(file, text);
      return file;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The articles as JSON lines. */
export const articleLines = articles.map((article) => `${JSON.stringify(article)}\n`).join("");
