import { mkdir, mkdtemp, rm, unlink, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stalenessOf } from "../../scripts/build-if-stale.mjs";

const outputs = [
  "core/dist/index.js",
  "core/dist/node.js",
  "core/dist/index.d.ts",
  "sample/dist/index.js",
  "sample/dist/sample-worker.js",
  "sample/dist/index.d.ts",
  "server/dist/index.d.ts",
  "web/dist/app.js",
  "server/dist/index.js",
  "cli/dist/main.js",
  "cli/dist/serve-worker.js",
];
const inputs = [
  "packages/core/src/deep/down/file.ts",
  "packages/sample/src/index.ts",
  "packages/web/src/main.tsx",
  "packages/web/src/index.html",
  "packages/server/src/index.ts",
  "packages/cli/src/main.ts",
  "packages/cli/package.json",
  "tsup.config.ts",
  "package.json",
  "data/reference/assets.csv",
];

let root: string;

/** Writes the file and sets its time, and that of every folder above it, to the minute. */
async function write(file: string, minute: number): Promise<void> {
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute));
  const absolute = path.join(root, file);
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, "");
  for (let at = absolute; at !== root; at = path.dirname(at)) await utimes(at, time, time);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "sentiment-build-"));
  for (const input of inputs) await write(input, 10);
  for (const output of outputs) await write(`packages/${output}`, 20);
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe("a build", () => {
  it("is not needed when every output is newer than every input", () => expect(stalenessOf(root)).toBeNull());

  it.each(outputs)("is needed when %s is missing", async (output) => {
    await unlink(path.join(root, "packages", output));
    expect(stalenessOf(root)).toBe(`packages/${output} is missing`);
  });

  it("is not needed to run when only declarations are missing", async () => {
    await unlink(path.join(root, "packages/core/dist/index.d.ts"));
    expect(stalenessOf(root, true)).toBeNull();
    await unlink(path.join(root, "packages/core/dist/index.js"));
    expect(stalenessOf(root, true)).toBe("packages/core/dist/index.js is missing");
  });

  it.each(inputs)("is needed when %s is newer than an output", async (input) => {
    await write(input, 30);
    expect(stalenessOf(root)).toMatch(/ changed$/);
  });

  it("is needed when a source file was deleted", async () => {
    await unlink(path.join(root, "packages/cli/src/main.ts"));
    expect(stalenessOf(root)).toBe("packages/cli/src changed");
  });

  it("is not needed after a change to the model or its training, which are not built", async () => {
    await write("models/manifest.json", 30);
    await write("models/train/train.py", 30);
    expect(stalenessOf(root)).toBeNull();
  });
});
