// `sentiment annotate` from standard input with a model that costs nothing.
import { once } from "node:events";
import { tmpdir } from "node:os";
import { namespaceOf } from "@market-sentiment/core";
import { annotateFiles } from "@market-sentiment/core/node";
import { constantModel } from "./constant-model.mjs";

await annotateFiles(
  {
    namespace: namespaceOf(process.argv[process.argv.indexOf("--ns") + 1]),
    files: [{ name: "-", chunks: process.stdin }],
    dataDirectory: tmpdir(),
    now: () => new Date("2026-03-31T12:00:00Z"),
    rejectedFile: null,
    textModel: constantModel,
  },
  async (line) => {
    if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, "drain");
  },
);
