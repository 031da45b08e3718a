import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { namespaces } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import { beforeAll, describe, expect, it } from "vitest";
import { resolveDataDirectory } from "../../packages/cli/src/data-directory.js";
import { queryCommands } from "../../packages/cli/src/commands/query-words.js";
import { demoFolder } from "../../scripts/demo-folder.mjs";
import { fakeEffects, sentiment } from "../cli/support.js";
import { keys, toyAccounts } from "../server/toy-service.js";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { readLabelledTexts, styles } from "../../bench/labelled-texts.mjs";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const readme = await readFile(path.join(checkout, "README.md"), "utf8");
const shellLines = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = ""]) => block.split("\n"));
const inProse = [...readme.matchAll(/`(sentiment [^`]+)`/g)].map(([, line = ""]) => line);

/** The words of a line, without its comment. */
const wordsOf = (line: string) =>
  [...line.replace(/\s+#.*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...forms]) => forms.join(""));

const queryWords = new Set(queryCommands().map(({ word }) => word));
const queries = [...shellLines, ...inProse]
  .map(wordsOf)
  .filter(([command, word]) => command === "sentiment" && word !== undefined && queryWords.has(word))
  .map(([, ...args]) => args);
const requests = shellLines.flatMap((line) => /'http:\/\/127\.0\.0\.1:8080(\/[^']*)'/.exec(line)?.[1] ?? []);

let data: string;
const openDataset = () => openLocalDataset({ dataDirectory: data, textModel: chanceModel() });

beforeAll(async () => {
  data = path.join(await temporaryDirectory(), "data");
  await fillWithSample(data);
});

describe("the README's commands, on the sample generated for that day", () => {
  it("has questions for the terminal and for HTTP", () => {
    expect(queries.length).toBeGreaterThanOrEqual(6);
    expect(requests.length).toBeGreaterThanOrEqual(1);
  });

  it.each(queries.map((args) => [args.join(" "), args] as const))("sentiment %s finds something", async (_, args) => {
    const answer = await sentiment([...args, "--data", data], {
      directories: [data],
      now: () => SAMPLE_NOW,
      backends: { openDataset },
    });
    expect(answer).toMatchObject({ exitCode: 0, stderr: "" });
    expect(answer.stdout.split("\n").length).toBeGreaterThan(1);
  });

  it.each(requests)("GET %s finds something", async (url) => {
    const dataset = await openDataset();
    const app = createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW });
    try {
      const response = await app.inject({ url, headers: keys.professional });
      expect(response.statusCode).toBe(200);
      expect(response.json<unknown[]>().length).toBeGreaterThan(0);
    } finally {
      await app.close();
      await dataset.close();
    }
  });
});

describe("what the README says about the checkout", () => {
  it("names every namespace with its path", () => {
    const rows = [...readme.matchAll(/^\| `(\w+)` \| `(\/[^`]+\/v\d)` \|/gm)].map(([, name, base]) => [name, base]);
    expect(rows).toEqual(namespaces.map(({ shortName, basePath }) => [shortName, basePath]));
  });

  it("gives the right numbers of labelled texts and sentences", async () => {
    const labelled = await readFile(path.join(checkout, "test/core/linking/labelled.jsonl"), "utf8");
    const texts = Object.keys(styles).flatMap(readLabelledTexts);
    expect(readme).toContain(
      `${texts.length.toLocaleString("en-US")} labelled texts of four kinds and ${labelled.trim().split("\n").length} labelled sentences`,
    );
  });
});

describe("after npm start", () => {
  it("the command, run in the checkout, finds the sample", async () => {
    const { effects } = fakeEffects({ directories: [demoFolder] });
    expect(await resolveDataDirectory(undefined, { ...effects, workingDirectory: path.resolve(checkout) })).toBe(
      demoFolder,
    );
  });

  it("README runs the command so that npm's own lines stay out of its output", () => {
    expect(readme).toContain("`npx sentiment`");
    expect(readme).not.toMatch(/npm run sentiment --/);
  });
});
