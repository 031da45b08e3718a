// Writes data/sample/judgements.bin: the shipped model's verdict on every text of the sample, so that a first start
// need not run the model.
// Usage: node scripts/sample-judgements.mjs [--check]
//
// Runs the sample of the days below through the ingest itself, so that the texts are exactly those of a load. Verdicts
// in the file from the same weights are kept: after a change of linking or wording only new texts are judged. --check
// judges every text and compares, without writing. A start judges texts of other days itself.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { daysBetween, parseUtcDay, startOfDayMs } from "@market-sentiment/core";
import { openTextModel } from "@market-sentiment/core/onnx";
import { loadSample, modelIdentity, questionKey, readVerdicts, verdictsFile } from "@market-sentiment/sample";

const firstDay = parseUtcDay("2026-07-01");
const lastDay = parseUtcDay("2027-12-31");

const root = fileURLToPath(new URL("..", import.meta.url));
const file = path.join(root, "data", "sample", "judgements.bin");
const isCheck = process.argv.includes("--check");

const model = await modelIdentity(path.join(root, "models"));
const textModel = await openTextModel({
  modelDirectory: path.join(root, "models"),
  workers: Math.min(4, availableParallelism()),
  maxBatch: 64,
});
const stored = await readVerdicts(file);
const kept = stored?.model === model ? stored.verdicts : new Map();
const verdicts = new Map();
const counts = { asked: 0, judged: 0, differing: 0, missing: 0 };
let saidAt = Date.now();

/** Answers a batch, from the file where possible, and remembers every answer. */
async function judge(questions, options) {
  const keys = questions.map((question) => questionKey(question));
  const open = questions.filter((_, at) => isCheck || !kept.has(keys[at]));
  const judged = [];
  for (let from = 0; from < open.length; from += 1_000) {
    judged.push(...(await textModel.judge(open.slice(from, from + 1_000), options)));
    if (Date.now() - saidAt > 10_000) {
      console.error(`${judged.length} of ${open.length} texts judged`);
      saidAt = Date.now();
    }
  }
  counts.asked += questions.length;
  counts.judged += judged.length;
  let next = 0;
  return keys.map((key) => {
    const known = kept.get(key);
    const { score, label } = isCheck || known === undefined ? judged[next++] : known;
    if (known === undefined) counts.missing += 1;
    else if (known.score !== score || known.label !== label) counts.differing += 1;
    verdicts.set(key, { score, label });
    return { score, label };
  });
}

const directory = await mkdtemp(path.join(tmpdir(), "sample-judgements-"));
try {
  await loadSample({
    dataDirectory: directory,
    now: () => new Date(startOfDayMs(lastDay) + 86_400_000 - 1),
    days: daysBetween(firstDay, lastDay) + 1,
    textModel: { judge },
    // Prediction markets do not use the model.
    namespaceIds: ["news-stocks", "forum-stocks", "forum-crypto", "microblog-stocks"],
  });
} finally {
  await textModel.close();
  await rm(directory, { recursive: true, force: true });
}

console.log(`${counts.asked} texts of ${firstDay} to ${lastDay}, ${counts.judged} judged, ${counts.missing} were new`);
if (isCheck) {
  const spare = kept.size - verdicts.size + counts.missing;
  console.log(`${counts.differing} judged otherwise than recorded, ${spare} recorded that nothing asks about`);
  process.exitCode = counts.missing + counts.differing > 0 ? 1 : 0;
} else {
  const bytes = verdictsFile({ model, verdicts });
  const before = await readFile(file).catch(() => null);
  if (before === null || !before.equals(bytes)) await writeFile(file, bytes);
  console.log(`${verdicts.size} verdicts in ${bytes.length} bytes`);
}
