import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ForumRecord } from "../../packages/sample/src/generator/forum-records.js";
import { DEFAULT_SEED, sampleNamespaceIds, sampleTruth } from "../../packages/sample/src/generator/index.js";
import type { SearchPage } from "../../packages/sample/src/generator/microblog-records.js";
import type { NewsRecord } from "../../packages/sample/src/generator/news-record.js";
import {
  adHeadlines,
  chatterHeadlines,
  plainHeadlines,
  wrapHeadlines,
} from "../../packages/sample/src/generator/headlines-other.js";
import { companyHeadlines } from "../../packages/sample/src/generator/headlines-company.js";
import { resultHeadlines } from "../../packages/sample/src/generator/headlines-results.js";
import { addDays, daysFrom, utcDay, weekdayOf } from "../../packages/core/src/time/utc-day.js";
import { distinctShare, fourWeeks, normalTitle, recordsOf } from "./support.js";

const quarter = daysFrom(utcDay("2026-05-04"), addDays(utcDay("2026-05-04"), 83));
const news = recordsOf<NewsRecord>("news-stocks", quarter);

describe("the rhythm of the sample world", () => {
  it.each(["news-stocks", "forum-stocks", "microblog-stocks"] as const)("%s is quieter at weekends", (namespaceId) => {
    const counts = quarter.map((day) => ({
      weekend: weekdayOf(day) > 4,
      count: sampleTruth(namespaceId, { seed: DEFAULT_SEED, day }).records.length,
    }));
    const mean = (weekend: boolean) => {
      const some = counts.filter((item) => item.weekend === weekend);
      return some.reduce((sum, { count }) => sum + count, 0) / some.length;
    };
    expect(mean(true) / mean(false)).toBeGreaterThan(0.4);
    expect(mean(true) / mean(false)).toBeLessThan(0.7);
  });

  it("writes 50 to 95 news documents on an average weekday, more unevenly than chance", () => {
    const counts = quarter
      .filter((day) => weekdayOf(day) < 5)
      .map((day) => news.filter(({ published_at }) => published_at.startsWith(day)).length);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
    expect(mean).toBeGreaterThan(50);
    expect(mean).toBeLessThan(95);
    expect(variance / mean).toBeGreaterThan(2);
  });

  it.each(["news-stocks", "forum-stocks", "forum-crypto", "microblog-stocks"] as const)(
    "has about as many records of %s a day as its README says",
    (namespaceId) => {
      const readme = readFileSync(new URL("../../data/sample/README.md", import.meta.url), "utf8");
      const [, ...said] =
        new RegExp(`^\\| \`${namespaceId}\` \\|[^|]*\\| (\\d+)[^|]*\\| (\\d+)`, "m").exec(readme)?.map(Number) ?? [];
      expect(said).toHaveLength(2);
      for (const [at, weekend] of [false, true].entries()) {
        const days = quarter.filter((day) => weekdayOf(day) > 4 === weekend);
        const counts = days.map((day) => sampleTruth(namespaceId, { seed: DEFAULT_SEED, day }).records.length);
        const mean = counts.reduce((sum, count) => sum + count, 0) / days.length;
        expect(mean / (said[at] ?? 0)).toBeGreaterThan(0.85);
        expect(mean / (said[at] ?? 0)).toBeLessThan(1.15);
      }
    },
  );

  it("gives a few assets most of the mentions, and many assets some", () => {
    const counts = new Map<string, number>();
    for (const day of quarter) {
      for (const { assets } of sampleTruth("news-stocks", { seed: DEFAULT_SEED, day }).records) {
        for (const { key } of assets) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const total = sorted.reduce((sum, count) => sum + count, 0);
    expect(counts.size).toBeGreaterThan(140);
    expect(sorted.slice(0, 10).reduce((sum, count) => sum + count, 0) / total).toBeGreaterThan(0.2);
  });

  it.each(sampleNamespaceIds)("gives every record of %s its own id over weeks", (namespaceId) => {
    const ids = fourWeeks.flatMap((day) =>
      sampleTruth(namespaceId, { seed: DEFAULT_SEED, day }).records.map(({ id }) => id),
    );
    expect(distinctShare(ids)).toBe(1);
  });

  it("contains copies, robots, paid and deleted texts", () => {
    const all = (["news-stocks", "forum-stocks", "microblog-stocks", "predmarket-stocks"] as const).flatMap(
      (namespaceId) => fourWeeks.flatMap((day) => sampleTruth(namespaceId, { seed: DEFAULT_SEED, day }).records),
    );
    for (const trait of ["bot", "ad", "gone"] as const) expect(all.some((truth) => truth[trait])).toBe(true);
    expect(all.some(({ duplicateOf }) => duplicateOf !== null)).toBe(true);
    expect(all.some(({ assets }) => new Set(assets.map(({ direction }) => direction)).size > 1)).toBe(true);
  });
});

describe("the words of the sample world", () => {
  it("come from a grammar with many variants", () => {
    const lists = [resultHeadlines, companyHeadlines, chatterHeadlines].flatMap((lists) => Object.values(lists).flat());
    const all = [...lists, ...wrapHeadlines, ...plainHeadlines, ...adHeadlines];
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(300);
  });

  it("repeat few headlines", () => {
    expect(distinctShare(news.map(({ title }) => title))).toBeGreaterThan(0.85);
  });

  it("do not repeat between namespaces", () => {
    const forum = recordsOf<ForumRecord>("forum-stocks", fourWeeks);
    const posts = recordsOf<SearchPage>("microblog-stocks", fourWeeks).flatMap(({ data }) => data ?? []);
    const titles = new Set(news.map(({ title }) => normalTitle(title)));
    const said = forum.map((record) => normalTitle("title" in record ? record.title : record.body));
    const forumSet = new Set(said);
    const posted = posts.map(({ text }) => normalTitle(text));
    expect(said.filter((text) => titles.has(text)).length / said.length).toBeLessThan(0.01);
    expect(posted.filter((text) => titles.has(text) || forumSet.has(text)).length / posted.length).toBeLessThan(0.01);
  });

  const dataset = new URL("../../../shared/datasets/news-tickers-2026/news.jsonl.gz", import.meta.url);
  const present = existsSync(dataset);
  it.skipIf(!present)(
    `are not copied from a real collection${present ? "" : " (skipped: collection not here)"}`,
    () => {
      const lines = gunzipSync(readFileSync(dataset)).toString("utf8").trim().split("\n");
      const real = new Set(lines.map((line) => normalTitle((JSON.parse(line) as { title: string }).title)));
      const copied = news.map(({ title }) => title).filter((title) => real.has(normalTitle(title)));
      expect(copied).toEqual([]);
    },
  );
});
