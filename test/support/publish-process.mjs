// Ingests records over a few assets in a process of its own, from the built package, and kills itself at one of its
// operations on files. Arguments: data directory, number of the operation, records as JSON.
import {
  AssetDirectory,
  createLinker,
  ingest,
  namespaceOf,
  NewsSourceDirectory,
  parseCommonWords,
} from "@market-sentiment/core";
import { openWriter } from "@market-sentiment/core/node";
import { interpose } from "./interposed-files.mjs";

const [data, at, records] = process.argv.slice(2);
const token = { key: "BTC", name: "Bitcoin", type: "token", exchange: null, sector: null, country: null };
const directory = new AssetDirectory([{ ...token, aliases: [], primary: null, origin: "built_in" }]);
const judge = async (texts) =>
  texts.map(({ text }) => ({
    text,
    score: 0,
    label: "neutral",
    modelScore: 0,
    probabilities: { negative: 0, neutral: 1, positive: 0 },
    targetFound: true,
  }));
async function* extracted() {
  for (const record of JSON.parse(records)) yield { position: { file: "test", line: 1 }, bytesRead: 0, record };
}
interpose(data, { at: Number(at), kind: "kill" });
const store = await openWriter(data);
await ingest({
  namespace: namespaceOf("forum-crypto"),
  context: { sources: new NewsSourceDirectory([]), columnMap: {} },
  records: extracted(),
  store,
  directory,
  linker: createLinker({ assets: directory.all(), commonWords: parseCommonWords("") }),
  textModel: { engineVersion: "5.5", judge, close: async () => {} },
  hintUse: "all",
  source: "test",
  now: () => new Date("2026-03-31T12:00:00Z"),
  reject: async () => {},
});
await store.close();
