import { addDays, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";
import { microblogEventPosts } from "./event-talk.js";
import { expand } from "./grammar.js";
import { account, accountCount, robotCount } from "./microblog-accounts.js";
import { entitiesOf, postId, type PostRecord, type SearchPage } from "./microblog-records.js";
import { botPosts, postTexts, replyTexts, spamPosts } from "./microblog-text.js";
import { instantOn, weekdayFactor } from "./rhythm.js";
import { Rng } from "./rng.js";
import { inTimeOrder, type IntendedAsset, plainTruth, type Sample, type SampleRequest } from "./sample-types.js";
import { type NamedAssets, type Topic, topicReader } from "./slots.js";
import { type SampleAsset, sampleAsset, usStocks } from "./universe.js";
import { activeEvents } from "./world.js";

const dayMs = 86_400_000;
const pageSize = 100;

/** Original posts of a working day, without reposts, replies and copies. */
const ownPosts = 32;

/** Cashtag of an asset: `$BRK.B` with a dot, as the platform writes it. */
const cashtag = (asset: SampleAsset) => `$${asset.key.replace("-", ".")}`;

/** Fills a post; `{cash}` and `{othercash}` name assets too. */
function fill(rng: Rng, template: string, topic: Topic): { readonly text: string; readonly assets: IntendedAsset[] } {
  const named: NamedAssets = { named: new Map() };
  const read = topicReader(topic, rng, named);
  const text = expand(template, rng, (slot) => {
    if (slot === "cash") return read("tick") === "" ? "" : cashtag(topic.asset);
    if (!slot.startsWith("othercash") || topic.other === null) return read(slot);
    read(slot.replace("othercash", "othertick"));
    return cashtag(topic.other);
  });
  return { text, assets: [...named.named].map(([key, meaning]) => ({ key, ...meaning })) };
}

interface Draft {
  readonly text: string;
  readonly time: number;
  readonly author: number;
  readonly label: string;
  readonly conversation?: string;
  readonly reference?: { readonly type: "retweeted" | "quoted" | "replied_to"; readonly id: string };
  readonly retweets?: number;
}

function post(rng: Rng, draft: Draft): PostRecord {
  const { text, time, reference } = draft;
  const user = account(draft.author);
  const id = postId(time, new Rng("post", draft.label).int(0, 0x3fffff));
  const views = Math.round(user.public_metrics.followers_count * rng.logNormal(0.12, 0.9)) + rng.int(5, 80);
  const repost = reference?.type === "retweeted";
  const likes = repost ? 0 : Math.floor(views * rng.range(0.002, 0.02));
  const entities = entitiesOf(text);
  return {
    id,
    text,
    author_id: user.id,
    created_at: new Date(time).toISOString(),
    conversation_id: draft.conversation ?? id,
    lang: "en",
    edit_history_tweet_ids: [id],
    public_metrics: {
      retweet_count: draft.retweets ?? 0,
      reply_count: Math.floor(likes * rng.range(0, 0.3)),
      like_count: likes,
      quote_count: repost ? 0 : Math.floor(likes * rng.range(0, 0.05)),
      bookmark_count: repost ? 0 : Math.floor(likes * rng.range(0, 0.2)),
      impression_count: repost ? 0 : views,
    },
    ...(entities === undefined ? {} : { entities }),
    ...(reference === undefined ? {} : { referenced_tweets: [reference] }),
  };
}

const drawAuthor = (rng: Rng) => robotCount + Math.floor((accountCount - robotCount) * rng.next() ** 2.6);

/** Reactions to a post: reposts, replies, and copies by other accounts; some of them on the next day. */
function echoes(
  seed: string | number,
  original: PostRecord,
  topic: Topic,
  event: string | null,
  assets: readonly IntendedAsset[],
  retweets: number,
  author: number,
): Sample<PostRecord>[] {
  const rng = new Rng(seed, "echo", original.id);
  const time = Date.parse(original.created_at);
  const after = (meanHours: number) => time + 20_000 + Math.floor(rng.exponential(meanHours * 3600)) * 1000;
  const samples: Sample<PostRecord>[] = [];
  const name = account(author).username;
  for (let index = 0; index < retweets; index += 1) {
    const label = `${original.id}/rt${String(index)}`;
    const text = `RT @${name}: ${original.text}`;
    const at = after(2);
    const record = post(rng, {
      text,
      time: at,
      author: drawAuthor(rng),
      label,
      reference: { type: "retweeted", id: original.id },
      retweets,
    });
    samples.push({ time: at, record, truth: { ...plainTruth(record.id, event, assets), duplicateOf: original.id } });
  }
  if (rng.chance(0.16)) {
    const direction = rng.chance(0.55) ? topic.direction : (rng.int(-1, 1) as Direction);
    const { text, assets: named } = fill(rng, rng.pick(replyTexts[direction]), { ...topic, direction });
    const at = after(1);
    const reference = { type: "replied_to" as const, id: original.id };
    const label = `${original.id}/reply`;
    const record = post(rng, {
      text: `@${name} ${text}`,
      time: at,
      author: drawAuthor(rng),
      label,
      conversation: original.id,
      reference,
    });
    samples.push({ time: at, record, truth: plainTruth(record.id, event, named) });
  }
  if (rng.chance(0.025)) {
    const copies = rng.int(1, 3);
    for (let index = 0; index < copies; index += 1) {
      const at = after(0.3);
      const record = post(rng, {
        text: original.text,
        time: at,
        author: drawAuthor(rng),
        label: `${original.id}/copy${String(index)}`,
      });
      samples.push({ time: at, record, truth: { ...plainTruth(record.id, event, assets), duplicateOf: original.id } });
    }
  }
  return samples;
}

function postsStarting(seed: string | number, day: UtcDay): Sample<PostRecord>[] {
  const rng = new Rng(seed, "microblog", day);
  const keys = new Set(usStocks.map(({ key }) => key));
  const active = activeEvents(seed, day, "stock").filter(({ event }) => keys.has(event.asset));
  return Array.from({ length: rng.count(ownPosts * weekdayFactor(day), 14) }, (_, index) => index).flatMap((index) => {
    const label = `microblog-${day}-${String(index)}`;
    const chosen =
      active.length > 0 && rng.chance(0.55)
        ? rng.weighted(active, ({ strength, event }) => strength * sampleAsset(event.asset).popularity ** 0.5)
        : undefined;
    const asset =
      chosen === undefined ? rng.weighted(usStocks, ({ popularity }) => popularity) : sampleAsset(chosen.event.asset);
    const other = rng.weighted(usStocks, (peer) =>
      peer === asset ? 0 : peer.popularity * (peer.groupId === asset.groupId ? 5 : 1),
    );
    const lean = chosen?.event.direction ?? 0;
    const chance = rng.next();
    const direction = (
      chosen === undefined ? rng.pick([1, 1, 0, 0, -1]) : chance < 0.7 ? lean : chance < 0.88 ? 0 : -lean
    ) as Direction;
    const facts = chosen?.event.id ?? label;
    const topic: Topic = { seed, asset, other, day, direction, facts };
    const from = chosen?.age === 0 ? Date.parse(chosen.event.startsAt) + 60_000 : undefined;
    const time = instantOn(rng, day, "us", from) + rng.int(0, 999);
    const manner = rng.next();
    const event = chosen?.event.id ?? null;
    if (manner < 0.05) {
      const crowd = [asset, ...rng.sample(usStocks, rng.int(4, 8))];
      const list = [...new Set(crowd)].map(cashtag).join(" ");
      const read = topicReader(topic, rng, { named: new Map() });
      const text = expand(rng.pick(spamPosts), rng, (slot) => (slot === "list" ? list : read(slot)));
      const record = post(rng, { text, time, author: robotCount + rng.int(0, 6), label });
      return [{ time, record, truth: { ...plainTruth(record.id, null, []), ad: true } }];
    }
    const robot = manner < 0.1;
    const special = chosen !== undefined && direction === lean ? (microblogEventPosts[chosen.event.kind] ?? []) : [];
    const { text, assets } = fill(
      rng,
      rng.pick(robot ? botPosts : special.length > 0 && rng.chance(0.5) ? special : postTexts[direction]),
      robot ? { ...topic, direction: 0 } : topic,
    );
    const author = robot ? rng.int(0, robotCount - 1) : drawAuthor(rng);
    const reach = Math.log10(1 + account(author).public_metrics.followers_count);
    const retweets = robot ? 0 : rng.poisson(0.03 * reach * reach);
    const record = post(rng, { text, time, author, label, retweets });
    const own = { time, record, truth: { ...plainTruth(record.id, event, assets), bot: robot } };
    return [own, ...(robot ? [] : echoes(seed, record, topic, event, assets, retweets, author))];
  });
}

/** Posts about shares and funds of a day with their truth, in time order; reposts of the evening before included. */
export function postsOfDay({ seed, day }: SampleRequest): Sample<PostRecord>[] {
  const start = startOfDayMs(day);
  const samples = [addDays(day, -1), day].flatMap((begun) => postsStarting(seed, begun));
  return inTimeOrder(samples.filter(({ time }) => time >= start && time < start + dayMs));
}

/** The posts as pages of a search: pages in time order, newest post first inside a page. */
export function searchPages(posts: readonly PostRecord[]): SearchPage[] {
  const users = new Map(
    Array.from({ length: accountCount }, (_, number) => account(number)).map((user) => [user.id, user]),
  );
  const pages: SearchPage[] = [];
  for (let from = 0; from < posts.length; from += pageSize) {
    const data = posts.slice(from, from + pageSize).reverse();
    const newest = data[0];
    const oldest = data[data.length - 1];
    if (newest === undefined || oldest === undefined) continue;
    const authors = [...new Set(data.map((record) => record.author_id))].flatMap((id) => users.get(id) ?? []);
    const meta = { result_count: data.length, newest_id: newest.id, oldest_id: oldest.id };
    const more = from > 0 ? { next_token: `b26v${oldest.id.slice(-9)}` } : {};
    pages.push({ data, includes: { users: authors }, meta: { ...meta, ...more } });
  }
  return pages.length > 0 ? pages : [{ meta: { result_count: 0 } }];
}
