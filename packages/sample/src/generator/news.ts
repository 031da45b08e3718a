import { addDays, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";
import { expand, sentenceCase, titleCase } from "./grammar.js";
import { companyHeadlines } from "./headlines-company.js";
import { adHeadlines, chatterHeadlines, plainHeadlines } from "./headlines-other.js";
import { resultHeadlines } from "./headlines-results.js";
import { type NewsRecord, newsRecord } from "./news-record.js";
import { wrapText } from "./news-wraps.js";
import { publisherFor, publishers } from "./publishers.js";
import { instantOn, weekdayFactor } from "./rhythm.js";
import { hexOf, Rng } from "./rng.js";
import { inTimeOrder, type IntendedAsset, plainTruth, type Sample, type SampleRequest } from "./sample-types.js";
import { type NamedAssets, topicReader, type Topic } from "./slots.js";
import { fundOpeners, summaryClosers, summaryOpeners } from "./summaries.js";
import { sampleAsset, sampleStocks } from "./universe.js";
import { type ActiveEvent, activeEvents } from "./world.js";

const eventHeadlines = { ...resultHeadlines, ...companyHeadlines };

/** Documents of a working day without events: background news, market wraps, texts without a listing, paid texts. */
const means = { chatter: 12, wraps: 4.5, plain: 2, ads: 3.2 } as const;

const newsSample = (record: NewsRecord, time: number, event: string | null, assets: readonly IntendedAsset[]) => ({
  time,
  record,
  truth: plainTruth(record.id, event, assets),
});

const listAssets = ({ named }: NamedAssets): IntendedAsset[] =>
  [...named].map(([key, meaning]) => ({ key, ...meaning }));

function article(
  rng: Rng,
  topic: Topic,
  template: string,
  kind: "news" | "analysis" | "press",
  time: number,
  event: string | null,
): Sample<NewsRecord> {
  const neutral = template.startsWith("~");
  const about: Topic = neutral ? { ...topic, direction: 0 } : topic;
  const assets: NamedAssets = { named: new Map() };
  const read = topicReader(about, rng, assets);
  const publisher = publisherFor(rng, topic.asset, kind);
  const text = sentenceCase(expand(neutral ? template.slice(1) : template, rng, read));
  const shown = publisher.titleCase ? titleCase(text) : text;
  const opener = rng.chance(0.88)
    ? rng.pick(topic.asset.groupId === "fund" ? fundOpeners : summaryOpeners[about.direction])
    : "";
  const summary = [opener, rng.pick(topic.asset.groupId === "fund" ? [""] : summaryClosers)].map((part) =>
    sentenceCase(expand(part, rng, read)),
  );
  const named = listAssets(assets);
  const id = hexOf(`${String(topic.seed)}/news/${shown}/${String(time)}`, 12);
  const record = newsRecord(rng, {
    id,
    source: publisher.name,
    title: shown,
    summary: summary.join(" ").trim(),
    time,
    named,
  });
  return newsSample(record, time, event, named);
}

function eventArticles(seed: string | number, day: UtcDay, active: ActiveEvent): Sample<NewsRecord>[] {
  const { event, age, strength } = active;
  const rng = new Rng(seed, "news-event", event.id, day);
  const asset = sampleAsset(event.asset);
  const topic: Topic = {
    seed,
    asset,
    other: event.other === null ? null : sampleAsset(event.other),
    day: event.day,
    direction: event.direction,
    facts: event.id,
  };
  const templates = eventHeadlines[event.kind as keyof typeof eventHeadlines] as readonly string[];
  const count = rng.count(strength * (age === 0 ? 1 : weekdayFactor(day)) * 0.49, 5);
  const from = age === 0 ? Date.parse(event.startsAt) : undefined;
  return rng.sample(templates, count).map((template) => {
    const time = instantOn(rng, day, asset.region, from);
    return article(rng, topic, template, rng.chance(0.78) ? "news" : "analysis", time, event.id);
  });
}

function chatterArticles(seed: string | number, day: UtcDay): Sample<NewsRecord>[] {
  const rng = new Rng(seed, "news-chatter", day);
  return Array.from({ length: rng.count(means.chatter * weekdayFactor(day), 12) }, (_, index) => {
    const asset = rng.weighted(sampleStocks, ({ popularity }) => popularity ** 0.9);
    const direction: Direction = rng.weighted([1, 0, -1] as const, (sign) => [0.24, 0.4, 0.36][sign + 1] ?? 0);
    const peers = sampleStocks.filter((peer) => peer.groupId === asset.groupId && peer.names[0] !== asset.names[0]);
    const other = rng.weighted(peers, ({ popularity }) => popularity);
    const topic: Topic = { seed, asset, other, day, direction, facts: `chatter-${day}-${String(index)}` };
    const fitting = chatterHeadlines[direction].filter(
      (template) =>
        asset.groupId !== "fund" || !/\{(q|unit|earningsday|broker)\}|board|dividend|makes its money/.test(template),
    );
    return article(rng, topic, rng.pick(fitting), "analysis", instantOn(rng, day, asset.region), null);
  });
}

function otherArticles(seed: string | number, day: UtcDay): Sample<NewsRecord>[] {
  const rng = new Rng(seed, "news-other", day);
  const factor = weekdayFactor(day);
  const topic = (label: string): Topic => {
    const asset = rng.weighted(
      sampleStocks.filter(({ groupId }) => groupId !== "fund"),
      ({ popularity }) => popularity ** 0.6,
    );
    return { seed, asset, other: rng.pick(sampleStocks.slice(0, 60)), day, direction: 0, facts: `${label}-${day}` };
  };
  const ads = Array.from({ length: rng.count(means.ads * factor) }, (_, index) => {
    const sample = article(
      rng,
      topic(`ad${String(index)}`),
      rng.pick(adHeadlines),
      "press",
      instantOn(rng, day, "us"),
      null,
    );
    return { ...sample, truth: { ...sample.truth, ad: true } };
  });
  const wraps = Array.from({ length: rng.count(means.wraps * factor) }, () => {
    const time = instantOn(rng, day, "us");
    const { publisher, title, assets } = wrapText(rng, { seed, day });
    const id = hexOf(`${String(seed)}/wrap/${title}/${String(time)}`, 12);
    return newsSample(
      newsRecord(rng, { id, source: publisher.name, title, summary: "", time, named: assets }),
      time,
      null,
      assets,
    );
  });
  const plain = Array.from({ length: rng.count(means.plain * factor) }, (_, index) => {
    const time = instantOn(rng, day, "us");
    const read = topicReader(topic(`plain${String(index)}`), rng, { named: new Map() });
    const publisher = rng.weighted(publishers.news, ({ weight }) => weight);
    const text = sentenceCase(expand(rng.pick(plainHeadlines), rng, read));
    const title = publisher.titleCase ? titleCase(text) : text;
    const id = hexOf(`${String(seed)}/plain/${title}/${String(time)}`, 12);
    return newsSample(
      newsRecord(rng, { id, source: publisher.name, title, summary: "", time, named: [] }),
      time,
      null,
      [],
    );
  });
  return [...ads, ...wraps, ...plain];
}

/** Copies by aggregators: the same or nearly the same words, some minutes later on the same day. */
function copies(seed: string | number, day: UtcDay, originals: readonly Sample<NewsRecord>[]): Sample<NewsRecord>[] {
  const end = startOfDayMs(addDays(day, 1));
  return originals.flatMap(({ record, truth, time }) => {
    const rng = new Rng(seed, "news-copy", record.id);
    const count = rng.chance(truth.event === null ? 0.05 : 0.13) ? rng.int(1, 2) : 0;
    return Array.from({ length: count }, (_, index) => {
      const publisher = rng.weighted(publishers.copies, ({ weight }) => weight);
      const later = time + (rng.int(4, 150) + index * 20) * 60_000;
      const title = rng.chance(0.5)
        ? record.title
        : `${record.title} ${rng.pick(["- " + record.source, "- Markets", "(update)"])}`;
      const id = hexOf(`${record.id}/${String(index)}`, 12);
      const copy = newsRecord(rng, {
        id,
        source: publisher.name,
        title,
        summary: record.summary,
        time: later,
        named: truth.assets,
      });
      return { time: later, record: copy, truth: { ...truth, id, duplicateOf: record.id } };
    }).filter((copy) => copy.time < end && copy.record.source !== record.source);
  });
}

/** All news of a day with their truth, in time order. */
export function newsOfDay({ seed, day }: SampleRequest): Sample<NewsRecord>[] {
  const events = activeEvents(seed, day, "stock").flatMap((active) => eventArticles(seed, day, active));
  const originals = [...events, ...chatterArticles(seed, day), ...otherArticles(seed, day)];
  return inTimeOrder([...originals, ...copies(seed, day, originals)]);
}
