import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openSentiment } from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

it("the library example of the README runs as pasted, over data that the library ingested", async () => {
  const project = await temporaryDirectory();
  const readme = await readFile(path.join(checkout, "README.md"), "utf8");
  const pasted = /^```ts\n([^]*?)^```$/m.exec(readme)?.[1] ?? "";
  expect(pasted.trim().split("\n")).toHaveLength(5);
  const market = await openSentiment({ data: path.join(project, "data"), textModel: wordModel() });
  const published_at = new Date();
  await market.ingest("news", [{ id: "a", source: "Reuters", title: "Nvidia gains", published_at }]);
  await market.close();
  await mkdir(path.join(project, "node_modules"));
  await symlink(
    path.join(checkout, "node_modules/@market-sentiment"),
    path.join(project, "node_modules/@market-sentiment"),
  );
  await writeFile(path.join(project, "run.mjs"), `${pasted}\nconsole.log(JSON.stringify({ rows, told }));\n`);
  const { stdout } = await promisify(execFile)(process.execPath, ["run.mjs"], { cwd: project });
  expect(JSON.parse(stdout)).toMatchObject({
    rows: [{ ticker: "NVDA", mentions: 1 }],
    told: { target: "Ford", targetFound: true, label: "positive" },
  });
});
