import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { folderContent } from "@market-sentiment/core/node";
import { loadSample } from "@market-sentiment/sample";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chanceModel, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { articleLines, type DataFixture, dataFixture } from "./data-fixture.js";
import { fakeEffects, sentiment } from "./support.js";
import { refuseMixing, takesSample } from "../../packages/cli/src/sample-apart.js";

let data: DataFixture;
let file: string;
let sample: string;

beforeAll(async () => {
  data = await dataFixture();
  file = await data.file("news.jsonl", articleLines);
  sample = path.join(await temporaryDirectory(), "sample");
  await loadSample({ dataDirectory: sample, now: () => SAMPLE_NOW, days: 2, textModel: chanceModel() });
});

afterAll(() => data.remove());

describe("the content of a folder", () => {
  it("is recognised as empty, own data, or the sample, even if loading the sample was killed", async () => {
    expect(await folderContent(path.join(sample, "none"))).toBe("nothing");
    expect(await folderContent(sample)).toBe("sample");
    await rm(path.join(sample, "sample.json"));
    expect(await folderContent(sample)).toBe("sample");
    await data.sentiment(["ingest", file]);
    expect(await folderContent(data.directory)).toBe("own");
  });
});

describe("the user's own data and the sample", () => {
  const world = { backends: { folderContent } };

  it("are not mixed in the default folder", async () => {
    const { effects } = fakeEffects(world);
    await expect(refuseMixing(sample, false, effects)).rejects.toThrow(/holds the invented sample; own data belongs/);
    await expect(refuseMixing(data.directory, false, effects)).resolves.toBeUndefined();
  });

  it("are mixed with a warning where the user named the folder", async () => {
    const { effects, stderr } = fakeEffects(world);
    await refuseMixing(sample, true, effects);
    expect(stderr.text).toBe(`warning: ${sample} also holds the invented sample: answers will mix both\n`);
  });

  it("ingest into the default folder refuses before it reads anything", async () => {
    const outcome = await sentiment(["ingest", "a.csv"], {
      files: { "/desk/a.csv": "" },
      directories: ["/desk/.sentiment"],
      backends: { folderContent: () => Promise.resolve("sample") },
    });
    expect(outcome).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "sentiment: /desk/.sentiment holds the invented sample; own data belongs in a folder of its own\n" +
        "  name it with --data DIR, or for all commands with: export SENTIMENT_DATA=DIR\n",
    });
  });

  it("the sample is loaded into any folder but one with own data", async () => {
    const own = fakeEffects(world);
    expect(await takesSample(data.directory, own.effects)).toBe(false);
    expect(own.stderr.text).toBe(`note: ${data.directory} holds own data: the sample is not loaded into it\n`);
    const other = path.join(await temporaryDirectory(), "other");
    await mkdir(other);
    await writeFile(path.join(other, "notes.txt"), "mine");
    expect(await takesSample(other, fakeEffects(world).effects)).toBe(true);
  });
});
