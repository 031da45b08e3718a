import type { Dataset } from "@market-sentiment/core";
import {
  openLocalDataset,
  readingRecipe,
  storedTables,
  switchOpenTables,
  type TablePlace,
  type TrinoOptions,
} from "@market-sentiment/core/node";
import { type RunningTrino, startTrino, statement } from "../../scripts/trino-server.mjs";
import { chanceModel } from "./sample-data.js";

/** Folders of a real Trino and its Java; `npm run test:trino` names them. */
const { TRINO_HOME: home, TRINO_JAVA_HOME: javaHome } = process.env;

/** Whether a real Trino is there. */
export const hasTrino = home !== undefined && javaHome !== undefined;
if (!hasTrino) console.log("Trino is not there: npm run test:trino fetches it and runs these tests.");

/** Starts a Trino over a data directory. */
export function trinoOver(data: string, port?: number): Promise<RunningTrino> {
  return startTrino({
    home: home ?? "",
    javaHome: javaHome ?? "",
    root: data,
    ...(port === undefined ? {} : { port }),
  });
}

/** Starts a Trino over object storage, with the settings that `sentiment tables --with trino` prints. `own`: a folder for its catalogue. */
export function trinoOverBucket(
  place: TablePlace,
  own: string,
  keys: readonly [string, string],
): Promise<RunningTrino> {
  const printed = readingRecipe("trino", place, []).split("\n");
  const bucket = printed.map((line) => line.replace(/^-- +/, "")).filter((line) => /^(?:fs\.native-)?s3\b/.test(line));
  const [key, secret] = keys;
  return startTrino({
    home: home ?? "",
    javaHome: javaHome ?? "",
    root: own,
    bucket: [...bucket, `s3.aws-access-key=${key}`, `s3.aws-secret-key=${secret}`],
  });
}

/** Gives each snapshot Delta versions, and registers the tables with the statements that `sentiment tables --with trino` prints. */
export async function registerTables(data: string, { url }: RunningTrino): Promise<void> {
  await switchOpenTables(data, { everySeconds: 0, keepHours: 24 });
  const { place, tables } = await storedTables(data);
  const recipe = readingRecipe("trino", place, tables);
  for (const line of recipe.split("\n"))
    if (/^(?:CREATE|CALL)/.test(line))
      await statement(url, line.replace(/;$/, "")).catch((error: unknown) => {
        if (!String(error).includes("already exists")) throw error;
      });
}

/** How a directory's tables are asked for in a Trino of {@link trinoOver}. */
export const trinoOptions = ({ url }: Pick<RunningTrino, "url">): TrinoOptions => ({
  url,
  catalog: "sentiment",
  schema: null,
});

/** A dataset over a directory, with the word-by-chance model. */
export function datasetOver(dataDirectory: string, trino?: TrinoOptions): Promise<Dataset> {
  return openLocalDataset({ dataDirectory, textModel: chanceModel(), ...(trino === undefined ? {} : { trino }) });
}
