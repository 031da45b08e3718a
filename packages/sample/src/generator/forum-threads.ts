import { addDays, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";
import { forumEventTitles } from "./event-talk.js";
import { type CommentRecord, commentRecord, forumId, type ForumRecord, submissionRecord } from "./forum-records.js";
import type { ForumTexts } from "./forum-text-stocks.js";
import { forumText, type ForumText } from "./forum-wording.js";
import { memberName, memberNumber } from "./people.js";
import { cryptoWeekdayFactor, instantOn, weekdayFactor } from "./rhythm.js";
import { Rng } from "./rng.js";
import { plainTruth, type Sample } from "./sample-types.js";
import { dateText, type Topic } from "./slots.js";
import { type SampleAsset, sampleAsset } from "./universe.js";
import { activeEvents, type SampleMarket } from "./world.js";

/** Settings that differ between forums. */
export interface ForumWorld {
  readonly id: string;
  readonly market: SampleMarket;
  readonly assets: readonly SampleAsset[];
  readonly texts: ForumTexts;
  /** Communities with their share of threads; some are about one asset only. */
  readonly communities: readonly (readonly [name: string, weight: number, only?: string])[];
  /** Threads of a working day that have an asset. */
  readonly threads: number;
  /** Comments of an ordinary thread. */
  readonly comments: number;
  readonly members: number;
}

const dayMs = 86_400_000;

interface Thread {
  readonly seed: string | number;
  readonly linkId: string;
  readonly community: string;
  readonly author: string;
  readonly time: number;
  readonly topic: Topic | null;
  readonly event: string | null;
}

const heavyScore = (rng: Rng, median: number) => Math.max(-6, Math.round(rng.logNormal(median, 1.5)) - rng.int(0, 2));

function comment(
  world: ForumWorld,
  thread: Thread,
  rng: Rng,
  index: number,
  earlier: readonly Sample<CommentRecord>[],
) {
  const { topic } = thread;
  const delay = rng.exponential(3.2 * 3_600_000) + 40_000;
  const parent = earlier.length > 0 && rng.chance(0.42) ? rng.pick(earlier) : undefined;
  const time = Math.floor(Math.max(thread.time + delay, parent === undefined ? 0 : parent.time + 30_000) / 1000) * 1000;
  const agree = rng.next();
  const lean: Direction = topic?.direction ?? 0;
  const direction = (agree < 0.5 ? lean : agree < 0.78 ? 0 : agree < 0.9 ? -lean : rng.int(-1, 1)) as Direction;
  const wording: ForumText = forumText(world, rng, topic, direction, thread);
  const gone = rng.chance(0.035) ? rng.pick(["[deleted]", "[removed]"]) : null;
  const author = gone === "[deleted]" ? "[deleted]" : memberName(world.id, memberNumber(rng, world.members));
  const id = forumId(time / 1000, `${thread.linkId}/${String(index)}`);
  const record = commentRecord({
    id,
    author,
    seconds: time / 1000,
    community: thread.community,
    score: heavyScore(rng, 3),
    body: gone ?? wording.text,
    linkId: thread.linkId,
    parentId: parent === undefined ? thread.linkId : parent.record.name,
    bySubmitter: author === thread.author,
  });
  const truth = { ...plainTruth(id, thread.event, gone === null ? wording.assets : []), gone: gone !== null };
  return { time, record, truth };
}

function commentsOf(world: ForumWorld, thread: Thread, rng: Rng, count: number): Sample<ForumRecord>[] {
  const samples: Sample<CommentRecord>[] = [];
  const bot = rng.chance(0.22) ? rng.pick(["AutoModerator", "VisualMod", "tickerbot"]) : null;
  if (bot !== null) {
    const time = thread.time + rng.int(1, 9) * 1000;
    const id = forumId(time / 1000, `${thread.linkId}/bot`);
    const { text } = forumText(world, rng, thread.topic, 0, thread, world.texts.bot);
    const draft = { id, author: bot, seconds: time / 1000, community: thread.community, score: 1, body: text };
    const place = { linkId: thread.linkId, parentId: thread.linkId, bySubmitter: false, distinguished: "moderator" };
    samples.push({
      time,
      record: commentRecord({ ...draft, ...place }),
      truth: { ...plainTruth(id, null, []), bot: true },
    });
  }
  for (let index = 0; index < count; index += 1)
    samples.push(comment(world, thread, rng, index, samples.slice(bot === null ? 0 : 1)));
  const end = startOfDayMs(new Date(thread.time).toISOString().slice(0, 10) as UtcDay) + 2 * dayMs;
  return samples.filter(({ time }) => time < end);
}

function threadSamples(
  world: ForumWorld,
  seed: string | number,
  day: UtcDay,
  label: string,
  topic: Topic | null,
  event: string | null,
  from: number | undefined,
  busy: number,
  special: readonly string[] = [],
): Sample<ForumRecord>[] {
  const rng = new Rng(seed, world.id, "thread", day, label);
  const time = instantOn(rng, day, world.market === "crypto" ? "crypto" : "evening", from);
  const community = rng.weighted(world.communities, ([, weight, home]) =>
    home === undefined || home === topic?.asset.key ? weight : 0,
  )[0];
  const spam = topic !== null && rng.chance(0.04);
  const author = topic === null ? "AutoModerator" : memberName(world.id, memberNumber(rng, world.members));
  const id = forumId(time / 1000, `${world.id}/${day}/${label}`);
  const thread: Thread = { seed, linkId: `t3_${id}`, community, author, time, topic, event };
  const score = heavyScore(rng, 12 * busy);
  const count = rng.count(world.comments * busy * (topic === null ? 2.2 : 1), 2);
  const comments = commentsOf(world, thread, rng, spam ? 0 : count);
  const direction = topic?.direction ?? 0;
  const titled = forumText(
    world,
    rng,
    topic,
    direction,
    thread,
    topic === null
      ? world.texts.daily
      : special.length > 0 && rng.chance(0.7)
        ? special
        : world.texts.titles[direction],
  );
  const body =
    topic === null
      ? { text: "", assets: [] }
      : forumText(world, rng, topic, direction, thread, world.texts.bodies[direction]);
  const title = topic === null ? titled.text.replace("{date}", dateText(day)) : titled.text;
  const gone = topic !== null && rng.chance(0.09) ? rng.pick(["[deleted]", "[removed]"]) : null;
  const draft = {
    id,
    author: gone === "[deleted]" ? "[deleted]" : author,
    seconds: time / 1000,
    community,
    score,
    title,
    text: gone ?? body.text,
    comments: comments.length,
    flair: topic === null ? "Daily" : rng.pick(["Discussion", "DD", "YOLO", "News", null, null]),
    removedBy: gone === "[removed]" ? rng.pick(["moderator", "automod_filtered"]) : null,
  };
  const record = submissionRecord(topic === null ? { ...draft, distinguished: "moderator" } : draft);
  const keys = new Set(titled.assets.map(({ key }) => key));
  const assets = [...titled.assets, ...(gone === null ? body.assets.filter(({ key }) => !keys.has(key)) : [])];
  const truth = { ...plainTruth(id, event, assets), gone: gone !== null, bot: topic === null, ad: spam };
  const samples: Sample<ForumRecord>[] = [{ time, record, truth }, ...comments];
  if (spam) {
    const copies = rng.int(1, 3);
    for (let copy = 1; copy <= copies; copy += 1) {
      const later = time + copy * rng.int(120, 900) * 1000;
      const copyId = forumId(later / 1000, `${id}/copy${String(copy)}`);
      const place = rng.pick(world.communities)[0];
      const copied = { ...draft, id: copyId, seconds: later / 1000, community: place, score: 1, comments: 0 };
      samples.push({ time: later, record: submissionRecord(copied), truth: { ...truth, id: copyId, duplicateOf: id } });
    }
  }
  return samples;
}

/** Every submission that starts on the day, with its comments of that day and the next. */
function threadsStarting(world: ForumWorld, seed: string | number, day: UtcDay): Sample<ForumRecord>[] {
  const rng = new Rng(seed, world.id, day);
  const factor = world.market === "crypto" ? cryptoWeekdayFactor(day) : weekdayFactor(day);
  const allowed = new Set(world.assets.map(({ key }) => key));
  const active = activeEvents(seed, day, world.market).filter(({ event }) => allowed.has(event.asset));
  const pull = (key: string) => sampleAsset(key).popularity ** 0.6;
  const topicOf = (asset: SampleAsset, other: SampleAsset, direction: Direction, facts: string): Topic => ({
    seed,
    asset,
    other,
    day,
    direction,
    facts,
  });
  const samples = Array.from({ length: rng.count(world.threads * factor, 10) }, (_, index) => {
    const label = String(index);
    const rival = (asset: SampleAsset) =>
      rng.weighted(world.assets, (peer) =>
        peer === asset ? 0 : peer.popularity * (peer.groupId === asset.groupId ? 6 : 1),
      );
    if (active.length > 0 && rng.chance(0.62)) {
      const { event, age, strength } = rng.weighted(active, (item) => item.strength * pull(item.event.asset));
      const asset = sampleAsset(event.asset);
      const named = event.other === null ? null : sampleAsset(event.other);
      const other = named !== null && allowed.has(named.key) ? named : rival(asset);
      const from = age === 0 ? Date.parse(event.startsAt) + 300_000 : undefined;
      const busy = Math.min(2.6, 0.6 + strength / 4);
      return threadSamples(
        world,
        seed,
        day,
        label,
        topicOf(asset, other, event.direction, event.id),
        event.id,
        from,
        busy,
        forumEventTitles[event.kind],
      );
    }
    const asset = rng.weighted(world.assets, ({ popularity }) => popularity);
    const direction = rng.weighted([1, 0, -1] as const, (sign) => (sign === 1 ? 0.42 : sign === 0 ? 0.33 : 0.25));
    const topic = topicOf(asset, rival(asset), direction, `${world.id}-${day}-${label}`);
    return threadSamples(world, seed, day, label, topic, null, undefined, 0.8);
  });
  const daily = threadSamples(world, seed, day, "daily", null, null, startOfDayMs(day) + 10 * 3_600_000, factor);
  return [...samples.flat(), ...daily];
}

/** Posts of a forum on a day: its threads, and late comments on those of the day before; in time order. */
export function forumOfDay(world: ForumWorld, seed: string | number, day: UtcDay): Sample<ForumRecord>[] {
  const start = startOfDayMs(day);
  return [addDays(day, -1), day]
    .flatMap((begun) => threadsStarting(world, seed, begun))
    .filter(({ time }) => time >= start && time < start + dayMs)
    .sort((a, b) => a.time - b.time || (a.truth.id < b.truth.id ? -1 : 1));
}
