// Ingests records into a data directory, or rebuilds it, in a process of its own from the built package, and kills itself (SIGKILL) at
// one of its operations on files. Arguments: data directory, number of the operation, file with the work as JSON: `namespace`, `now`,
// `assets`, and `records`, or `references` for a rebuild.
import { readFileSync } from "node:fs";
import {
  AssetDirectory,
  createLinker,
  ingestNamespace,
  namespaceOf,
  NewsSourceDirectory,
  parseCommonWords,
  rebuild,
} from "@market-sentiment/core";
import { openTables, openWriter } from "@market-sentiment/core/node";
import { interpose } from "./interposed-files.mjs";

const [data, at, file] = process.argv.slice(2);
const { namespace: id, now, assets, records, references } = JSON.parse(readFileSync(file, "utf8"));
const namespace = namespaceOf(id);
const directory = new AssetDirectory(assets);
/** As the word model of the tests. */
const judge = async (texts) =>
  texts.map(({ text, target }) => {
    const score = text.includes("gains") ? 0.8 : text.includes("falls") ? -0.6 : 0;
    return {
      text,
      score,
      label: score > 0 ? "positive" : score < 0 ? "negative" : "neutral",
      modelScore: score,
      probabilities: { negative: 0, neutral: 1, positive: 0 },
      targetFound: target === undefined ? null : true,
    };
  });
async function* extracted() {
  for (const [index, record] of records.entries())
    yield { position: { file: "test", line: index + 1 }, bytesRead: index, record };
}
interpose(data, { at: Number(at), kind: "kill" });
if (records === undefined) {
  const tables = await openTables(data);
  await rebuild(tables, { namespace, directory, check: false, now: () => new Date(now), references });
  await tables.close();
} else {
  const store = await openWriter(data);
  await ingestNamespace({
    namespace,
    context: { sources: new NewsSourceDirectory([]), columnMap: {} },
    records: extracted(),
    store,
    directory,
    linker: createLinker({ assets: directory.all(), commonWords: parseCommonWords("") }),
    textModel: { engineVersion: "5.5", judge, close: async () => {} },
    hintUse: "all",
    source: "test",
    now: () => new Date(now),
    reject: async () => {},
  });
  await store.close();
}
