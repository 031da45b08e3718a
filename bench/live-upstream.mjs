// Feeds and a stream of posts on loopback, in their true shapes: what the benches of collecting poll.
import { createServer } from "node:http";
import { clearInterval, setInterval } from "node:timers";
import { WebSocketServer } from "ws";
import { postMaker } from "./ingest-posts.mjs";

/** Each feed has a new item so often, and is polled so often. */
const ITEM_MS = 60_000;
const POLL = "5s";
const names = ["AAPL", "NVDA", "TSLA", "MSFT", "AMD", "GOOGL", "AMZN", "META"];

/**
 * Starts `feeds` feeds and a stream of `rate` posts a second. `sources` is what a `sources.yaml` says of them; after `pause` nothing
 * new comes; `sent` says how many items and posts a collector has been told of by then.
 *
 * Posts are as varied as those of the bench of ingest, by as many authors. With `robots`, a thousand accounts take turns, and each says the
 * same again and again with another number: the worst that a stream can be.
 */
export async function startUpstream({ feeds, rate, robots = false }) {
  const makePost = postMaker(11);
  const started = Date.now();
  let pausedAt = null;
  /** Items of a feed so far, the newest first; feeds do not publish at the same time. */
  const itemsOf = (feed, now) => {
    const first = started - Math.round((feed / feeds) * ITEM_MS);
    return Array.from({ length: Math.floor((now - first) / ITEM_MS) + 1 }, (_, item) => [
      item,
      first + item * ITEM_MS,
    ]).reverse();
  };
  const page = (feed) =>
    `<rss version="2.0"><channel><title>Wire ${feed}</title><link>https://wire${feed}.example</link>${itemsOf(
      feed,
      pausedAt ?? Date.now(),
    )
      .slice(0, 30)
      .map(
        ([item, at]) =>
          `<item><title>${names[(feed + item) % names.length]} reports lot ${feed} of series ${item}</title><link>https://wire${feed}.example/${item}</link><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
      )
      .join("")}</channel></rss>`;
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(page(Number(request.url.slice(1))));
  });
  /** What the stream has sent: a cursor leads back into it. */
  let kept = [];
  let posted = 0;
  /** The first post that was ever told to the collector: a cursor may lead back to before it listened. */
  let firstSent = null;
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => {
      const cursor = new URL(request.url, "http://localhost").searchParams.get("cursor");
      firstSent ??= posted;
      if (cursor !== null)
        for (const { id, timeUs, text } of kept)
          if (timeUs >= Number(cursor)) {
            firstSent = Math.min(firstSent, id);
            client.send(text);
          }
    }),
  );
  await new Promise((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address();
  const post = (id) => {
    const timeUs = Date.now() * 1_000;
    const { text: words, author } = robots
      ? { text: `$${names[id % names.length]} is talked about, number ${id}`, author: `u${id % 997}` }
      : makePost();
    const record = {
      text: words,
      createdAt: new Date(timeUs / 1_000).toISOString(),
    };
    const commit = { operation: "create", collection: "app.bsky.feed.post", rkey: `r${id}`, record };
    const text = JSON.stringify({ did: `did:plc:${author}`, time_us: timeUs, kind: "commit", commit });
    kept.push({ id, timeUs, text });
    for (const client of sockets.clients) client.send(text);
  };
  const streaming = setInterval(() => {
    if (pausedAt !== null) return;
    const due = Math.floor(((Date.now() - started) / 1_000) * rate);
    for (; posted < due; posted += 1) post(posted);
    if (kept.length > rate * 180) kept = kept.slice(-rate * 120);
  }, 20);
  const sources = [
    // Each feed on a host of its own: one host is never asked twice at once.
    ...Array.from({ length: feeds }, (_, feed) => {
      const url = `http://127.0.${1 + Math.floor(feed / 250)}.${1 + (feed % 250)}:${port}/${feed}`;
      return { name: `feed-${feed}`, type: "feed", namespace: "news", url, every: POLL };
    }),
    {
      name: "stream",
      type: "bluesky-jetstream",
      namespace: "microblog",
      host: `ws://127.0.0.1:${port}`,
      sessionSeconds: 2,
    },
  ];
  return {
    started,
    sources,
    pause: () => (pausedAt ??= Date.now()),
    sent: () => ({
      items: Array.from({ length: feeds }, (_, feed) => itemsOf(feed, pausedAt ?? Date.now()).length).reduce(
        (sum, count) => sum + count,
        0,
      ),
      posts: posted - (firstSent ?? 0),
    }),
    close: () => {
      clearInterval(streaming);
      server.closeAllConnections();
      server.close();
    },
  };
}
