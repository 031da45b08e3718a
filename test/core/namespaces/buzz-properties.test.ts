import { join } from "node:path";
import { namespaces, type NamespaceDefinition, utcDay } from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { buzz, meanPerDay } from "../../../packages/core/src/metrics/buzz.js";
import type { BuzzMeasures } from "../../../packages/core/src/metrics/evidence.js";
import { completeHistory } from "../../support/complete-history.js";
import { rowsOfDay, type ToldMention } from "../../support/day-rows.js";
import { ingestRecords } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks, streamTokens, textStreams } from "../../support/text-streams.js";

const day = utcDay("2026-03-10");
const start = Date.parse(`${day}T00:00:00Z`);
const m = { evidence: 60, people: 40, places: 6 };
const runs = { numRuns: 400, seed: 31 };
/** Texts that are never near-duplicates of one another. */
const texts = [
  "copper willow saddle pepper anchor basket candle",
  "dragon engine forest guitar hammer island jacket",
  "kettle ladder marble needle oyster pencil quartz",
  "ribbon silver teapot harbour orchard violin granite",
  "lantern meadow thimble walnut zipper yogurt cactus",
];

interface Drawn {
  readonly author: string | null;
  readonly place: string;
  readonly text: string;
  readonly second: number;
  readonly engagement: number;
  readonly inherited: boolean;
}
const drawn = fc.record<Drawn>({
  author: fc.option(fc.constantFrom("ana", "ben", "cid", "dot")),
  place: fc.constantFrom("alpha", "beta", "gamma"),
  text: fc.constantFrom(...texts),
  second: fc.integer({ min: 0, max: 86_399 }),
  engagement: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1e9 })),
  inherited: fc.boolean(),
});

const made = namespaces.filter((namespace) => namespace.kind === "text");

describe.each(made.map((namespace) => [namespace.id, namespace] as const))("buzz in %s", (_id, namespace) => {
  const hasAuthors = namespace.voice === "author";
  const hasPlaces = namespace.breadth === "places";
  /** A mention in this namespace: news has neither counted authors nor engagement, microblogs have no places. */
  const mention = (one: Drawn, index: number): ToldMention => ({
    document_id: `d${String(index).padStart(4, "0")}`,
    subject: "AAPL",
    created_utc: start + one.second * 1000,
    place: hasPlaces ? one.place : null,
    author: hasAuthors ? one.author : null,
    thread_id: `d${index}`,
    text: one.text,
    engagement: hasAuthors ? one.engagement : 0,
    inherited: namespace.inheritsFromThread && one.inherited,
    sentiment_score: 0.5,
    sentiment_label: "positive",
  });
  const mentionsOf = (all: readonly Drawn[]) => all.map(mention);
  const measured = (mentions: readonly ToldMention[]): BuzzMeasures =>
    rowsOfDay(day, mentions, namespace).get("subject_daily")?.[0] ?? { evidence: 0, people: 0, places: 0 };
  const buzzOf = (mentions: readonly ToldMention[]) => buzz(measured(mentions), m, namespace.buzzTerms);
  const many = fc.array(drawn, { maxLength: 30 }).map(mentionsOf);

  it("P1: is zero exactly when there are no mentions", () =>
    fc.assert(
      fc.property(many, (mentions) => {
        expect(buzzOf(mentions) === 0).toBe(mentions.length === 0);
      }),
      runs,
    ));

  it("P2: never falls when a later mention is added, P4: and rises by a bounded amount whatever its engagement", () =>
    fc.assert(
      fc.property(many, drawn, (mentions, extra) => {
        const later = { ...mention({ ...extra, second: 86_399 }, 9_999) };
        const rise = buzzOf([...mentions, later]) - buzzOf(mentions);
        expect(rise).toBeGreaterThanOrEqual(-1e-9);
        const weightOf = (measure: keyof BuzzMeasures) =>
          namespace.buzzTerms.find((term) => term.measure === measure)?.weight ?? 0;
        const bound =
          (weightOf("evidence") * 3) / (3 + m.evidence) +
          weightOf("people") / (1 + m.people) +
          weightOf("places") / (1 + m.places);
        expect(rise).toBeLessThanOrEqual(100 * bound + 1e-9);
      }),
      runs,
    ));

  it("P3: gives a day the same buzz alone and as a window of one day", () =>
    fc.assert(
      fc.property(many, (mentions) => {
        const measures = measured(mentions);
        expect(buzz(meanPerDay(measures, 1), m, namespace.buzzTerms)).toBe(buzz(measures, m, namespace.buzzTerms));
      }),
      runs,
    ));

  it("P5: stays below 100", () => {
    const flood = Array.from({ length: 3_000 }, (_, index) =>
      mention(
        {
          author: `a${index}`,
          place: `p${index}`,
          text: `word${index}`,
          second: index,
          engagement: 1e9,
          inherited: false,
        },
        index,
      ),
    );
    expect(buzzOf(flood)).toBeLessThan(100);
    expect(buzzOf(flood)).toBeGreaterThan(90);
  });

  it("P6: depends neither on the names of speakers and places nor on the order of input", () =>
    fc.assert(
      fc.property(many, fc.integer(), (mentions, seed) => {
        const renamed = mentions.map((one) => ({
          ...one,
          author: one.author === null ? null : `x-${one.author}`,
          place: one.place === null ? null : `${one.place}-y`,
        }));
        const shuffled = [...renamed].sort(
          (a, b) => ((a.created_utc * (seed % 97)) % 1013) - ((b.created_utc * (seed % 97)) % 1013),
        );
        expect(buzzOf(shuffled)).toBe(buzzOf(mentions));
      }),
      runs,
    ));

  it("P7: lets one speaker's flood count only by its logarithm, and copies of one text almost not at all", () => {
    const flood = (count: number, text: (index: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        mention(
          { author: "ana", place: "alpha", text: text(index), second: index, engagement: 0, inherited: false },
          index,
        ),
      );
    const distinct = (index: number) =>
      `${texts[index % 5] ?? ""} ${"abcdefghij".repeat(2).slice(index % 10)} ${index * 7919}`;
    const evidence = (count: number) => measured(flood(count, distinct)).evidence;
    expect(evidence(200)).toBeLessThanOrEqual(1 + Math.log(200) + 1e-9);
    expect(measured(flood(200, () => texts[0] ?? "")).evidence).toBeLessThanOrEqual(1 + Math.log(2));
    if (!hasAuthors) return;
    const armies = flood(200, () => texts[0] ?? "").map((one, index) => ({ ...one, author: `a${index}` }));
    expect(measured(armies).evidence).toBeLessThanOrEqual(2);
  });
});

describe.each(made.map((namespace) => [namespace.id, namespace] as const))("stored buzz of %s", (id, namespace) => {
  const assets = namespace.assetTypes.includes("token") ? streamTokens : streamStocks;
  const now = "2026-04-10T00:00:00Z";
  let root: string;
  beforeAll(async () => {
    root = await temporaryDirectory();
  });

  interface StoredDay {
    readonly key: string;
    readonly day: string;
    readonly buzz: number;
  }
  const read = async (directory: string) => {
    const store = await openReader(directory);
    const view = await store.view();
    const query = <Row>(sql: string) => view.query<Row>(id, { sql, params: [] });
    const days = await query<StoredDay>(
      "SELECT key, CAST(day AS VARCHAR) AS day, buzz FROM subject_daily ORDER BY key, day",
    );
    const revisions = await query<{ day: string; revision: number }>(
      "SELECT CAST(day AS VARCHAR) AS day, revision FROM day_reference WHERE scope = 'subject' AND revision > 0 ORDER BY day",
    );
    await store.close();
    return { days, revisions };
  };
  const stream = () => textStreams[id]?.() ?? [];

  it("P8: is not changed by bots", async () => {
    // News has no excluded speakers: all its sources were chosen.
    const robots: Readonly<Record<string, (index: number) => object>> = {
      forum: (index) => ({
        id: `zz${index}`,
        subreddit: "alpha",
        author: "AutoModerator",
        title: `$${assets.all()[0]?.key ?? ""} gains ${index}`,
        selftext: "",
        score: 500,
        created_utc: Date.parse("2026-02-10T10:00:00Z") / 1000 + index,
      }),
      microblog: (index) => ({
        id: `robot-${index}`,
        user: "stock_bot",
        text: `$${assets.all()[0]?.key ?? ""} gains ${index}`,
        created_at: "2026-02-10T10:00:00Z",
      }),
    };
    const robot = robots[id.replace(/-.*/, "")];
    if (robot === undefined) return expect(id).toBe("news-stocks");
    const plain = join(root, "plain");
    const botted = join(root, "botted");
    await ingestRecords(plain, namespace, stream(), { now, assets });
    const report = await ingestRecords(
      botted,
      namespace,
      [...stream(), ...Array.from({ length: 40 }, (_, i) => robot(i))],
      {
        now,
        assets,
      },
    );
    expect(report.counts.rejected).toBe(0);
    const after = await read(botted);
    expect(after.days).toEqual((await read(plain)).days);
  });

  it("P9: late data changes only its own day, and raises the day's revision", async () => {
    const directory = join(root, "late");
    const records = stream();
    // Every second record of the busiest day comes after the day was closed.
    const days = records.map(dayOfRecord);
    const count = (wanted: string) => days.filter((known) => known === wanted).length;
    const [busiest = ""] = [...new Set(days)].sort((a, b) => count(b) - count(a));
    const ofDay = records.filter((_, index) => days[index] === busiest);
    const late = ofDay.filter((_, index) => index % 2 === 1);
    expect(late.length).toBeGreaterThan(2);
    const isLate = (record: object) => late.includes(record);
    await ingestRecords(
      directory,
      namespace,
      records.filter((record) => !isLate(record)),
      { now, assets },
    );
    await completeHistory(directory, namespace, { now, assets });
    const before = await read(directory);
    expect(before.revisions).toEqual([]);
    await ingestRecords(directory, namespace, late, { now: "2026-04-11T00:00:00Z", assets });
    const after = await read(directory);
    const past = new Map(before.days.map((row) => [`${row.key} ${row.day}`, row.buzz]));
    const changed = after.days.filter((row) => past.get(`${row.key} ${row.day}`) !== row.buzz);
    expect(new Set(changed.map((row) => row.day))).toEqual(new Set([busiest]));
    expect(after.revisions.map((row) => row.day)).toEqual([busiest]);
  });
});

/** The day of a record in any of the upstream forms. */
function dayOfRecord(record: object): string {
  const { created_utc } = record as { created_utc?: number };
  if (created_utc !== undefined) return new Date(created_utc * 1000).toISOString().slice(0, 10);
  return /"(?:published_at|created_at)":"(\d{4}-\d\d-\d\d)/.exec(JSON.stringify(record))?.[1] ?? "";
}

describe("the prediction market", () => {
  it("has its own formula, tested beside it", () => {
    const others = namespaces.filter(({ kind }) => kind !== "text");
    expect(others.map(({ id }: NamespaceDefinition) => id)).toEqual(["predmarket-stocks"]);
  });
});
