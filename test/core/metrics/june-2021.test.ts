import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ingestFiles, openReader } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

/**
 * Real posts and comments beside the checkout. They are not ours to redistribute, so the test is skipped without them.
 */
const stream = fileURLToPath(new URL("../../../../shared/datasets/reddit-wsb-2021-06/", import.meta.url));
const present = existsSync(join(stream, "comments.jsonl.gz"));
if (!present) console.warn("Skipped: the real streams are not here.");

describe.runIf(present)("a forum whose comments have no author, June 2021", () => {
  const forum = namespaceNamed("forum-stocks");
  interface Row {
    readonly key: string;
    readonly day: string;
    readonly mentions: number;
    readonly buzz: number;
  }

  async function measured(order: readonly string[], runs: "one" | "two"): Promise<Row[]> {
    const dataDirectory = join(await temporaryDirectory(), "data");
    const files = order.map((name) => join(stream, `${name}.jsonl.gz`));
    const now = () => new Date("2026-03-31T12:00:00Z");
    for (const part of runs === "one" ? [files] : files.map((file) => [file])) {
      await ingestFiles({ dataDirectory, namespace: forum, files: part, now, textModel: wordModel() });
    }
    const store = await openReader(dataDirectory);
    const rows = await (
      await store.view()
    ).query<Row>(forum.id, {
      sql: `SELECT key, CAST(day AS VARCHAR) AS day, mentions, buzz FROM subject_daily
            UNION ALL SELECT 'the market', CAST(day AS VARCHAR), mentions, buzz FROM market_daily ORDER BY key, day`,
      params: [],
    });
    await store.close();
    return rows;
  }

  it("ranks no company above one with three times its mentions, also when posts and comments come in separate runs", async () => {
    const whole = await measured(["posts", "comments"], "one");
    expect(whole.length).toBeGreaterThan(100);
    const assets = whole.filter(({ key }) => key !== "the market");
    for (const { day, key, mentions, buzz } of assets) {
      for (const other of assets) {
        if (other.day === day && other.mentions >= 30 && mentions >= 3 * other.mentions)
          expect([day, key, other.key, buzz > other.buzz]).toEqual([day, key, other.key, true]);
      }
    }
    expect(await measured(["posts", "comments"], "two")).toEqual(whole);
  });
});
