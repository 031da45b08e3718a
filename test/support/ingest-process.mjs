// Ingests a file in a separate process with the built package, and prints what it has acknowledged: "published
// <records>" after every publication. Arguments: data directory, input file, batch size, time between two publications
// in ms, namespace, and current time.
import { namespaceOf } from "@market-sentiment/core";
import { ingestFiles } from "@market-sentiment/core/node";
import { writeSync } from "node:fs";

const [dataDirectory, file, batchDocuments, publishEveryMs = "0", namespace = "news", now = "2026-03-31T12:00:00Z"] =
  process.argv.slice(2);
const textModel = {
  engineVersion: "5.5",
  judge: async (texts) =>
    texts.map(({ text }) => ({
      text,
      score: 0.5,
      label: "positive",
      modelScore: 0.5,
      probabilities: { negative: 0, neutral: 0.5, positive: 0.5 },
      targetFound: true,
    })),
  close: async () => {},
};
try {
  const report = await ingestFiles({
    dataDirectory,
    namespace: namespaceOf(namespace),
    files: [file],
    now: () => new Date(now),
    batchDocuments: Number(batchDocuments),
    publishEveryMs: Number(publishEveryMs),
    textModel,
    onProgress: ({ published, counts }) => {
      if (published) writeSync(1, `published ${counts.new + counts.updated}\n`);
    },
  });
  writeSync(1, `completed ${report.counts.unchanged} ${report.counts.new}\n`);
} catch (error) {
  writeSync(1, `failed ${error.code} ${error.message}\n`);
  process.exitCode = 1;
}
