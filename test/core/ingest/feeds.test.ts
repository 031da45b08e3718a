import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { failureOf, fileOf, keptAside } from "../../support/file-ingest.js";

interface StoredArticle {
  readonly document_id: string;
  readonly title: string;
  readonly body: string | null;
  readonly url: string | null;
  readonly place: string;
  readonly author: string | null;
  readonly created: string;
}

const columns =
  "DISTINCT document_id, title, body, url, place, author, strftime(created_utc, '%Y-%m-%dT%H:%M:%S') AS created, subject";

async function articlesOf(content: string | Buffer, name = "feed.xml") {
  const ingested = await fileOf("news-stocks", name, content);
  const report = await ingested.run();
  const articles = await ingested.rows<StoredArticle>(columns);
  return { ...ingested, report, articles };
}

const rss = (items: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => `${head}
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>Desk of a newspaper</title>
    <link>https://news.example/</link>
    <ttl>15</ttl>
    ${items}
  </channel>
</rss>`;

const items = `
    <item>
      <title>Nvidia lifts outlook &amp; gains</title>
      <link>https://news.example/2026/03/02/outlook</link>
      <guid isPermaLink="false">na-991823</guid>
      <pubDate>Mon, 02 Mar 2026 14:05:00 GMT</pubDate>
      <description>&lt;p&gt;The company said &lt;b&gt;orders&lt;/b&gt; jumped.&lt;/p&gt;</description>
      <dc:creator>J. Doe</dc:creator>
      <category>Semiconductors</category>
    </item>
    <item>
      <title><![CDATA[Apple falls]]></title>
      <link>/2026/03/02/apple</link>
      <guid>https://news.example/2026/03/02/apple</guid>
      <pubDate>Mon, 2 Mar 26 09:30 EST</pubDate>
      <source url="https://wire.example/rss">Wire</source>
      <enclosure url="https://news.example/a.jpg" length="1" type="image/jpeg"/>
    </item>`;

const atom = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Wire service</title>
  <link rel="self" href="https://wire.example/feed"/>
  <link href="https://wire.example/"/>
  <entry>
    <id>tag:wire.example,2026:991823</id>
    <title type="html">Tesla &amp;amp; Ford gain</title>
    <link rel="enclosure" href="https://wire.example/a.mp3"/>
    <link rel="alternate" href="https://wire.example/tesla"/>
    <published>2026-03-02T14:05:00Z</published>
    <updated>2026-03-02T14:20:00+00:00</updated>
    <summary>Both gain.</summary>
    <author><name>J. Doe</name></author>
    <category term="cars"/>
  </entry>
  <entry>
    <id>tag:wire.example,2026:991824</id>
    <title>Microsoft falls</title>
    <link href="https://wire.example/microsoft"/>
    <updated>2026-03-02T15:20:00+01:00</updated>
  </entry>
</feed>`;

const rdf = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel rdf:about="https://old.example/"><title>Old paper</title><link>https://old.example/</link></channel>
  <item rdf:about="https://old.example/amazon">
    <title>Amazon gains</title><link>https://old.example/amazon</link><dc:date>2026-03-02T14:05:00Z</dc:date><dc:creator>A. Roe</dc:creator>
  </item>
</rdf:RDF>`;

const jsonFeed = {
  version: "https://jsonfeed.org/version/1.1",
  title: "Paper",
  home_page_url: "https://paper.example/",
  items: [
    {
      id: "991823",
      url: "https://paper.example/nvidia",
      title: "Nvidia gains",
      content_html: "<p>Orders jumped.</p>",
      date_published: "2026-03-02T14:05:00Z",
      authors: [{ name: "J. Doe" }],
      tags: ["chips"],
    },
    { id: "991824", url: "https://paper.example/x", content_text: "no title" },
  ],
};

describe("a feed file", () => {
  it("of RSS gives an article an item: entities, CDATA, relative links, short dates, the true publisher", async () => {
    const { report, articles } = await articlesOf(rss(items));
    expect(report.counts).toMatchObject({ read: 2, accepted: 2, rejected: 0, new: 2 });
    expect(articles).toEqual([
      {
        document_id: "news-example:na-991823",
        title: "Nvidia lifts outlook & gains",
        body: "The company said orders jumped.",
        url: "https://news.example/2026/03/02/outlook",
        place: "news-example",
        author: "J. Doe",
        created: "2026-03-02T14:05:00",
        subject: "NVDA",
      },
      {
        document_id: "url:https://news.example/2026/03/02/apple",
        title: "Apple falls",
        body: null,
        url: "https://news.example/2026/03/02/apple",
        place: "wire",
        author: null,
        created: "2026-03-02T14:30:00",
        subject: "AAPL",
      },
    ]);
  });

  it("of Atom takes the article's link, the publication before the last change, and HTML titles", async () => {
    const { report, articles } = await articlesOf(atom);
    expect(report.counts).toMatchObject({ read: 2, accepted: 2, rejected: 0 });
    expect(articles.map(({ title, url, created, author }) => [title, url, created, author])).toEqual([
      ["Tesla & Ford gain", "https://wire.example/tesla", "2026-03-02T14:05:00", "J. Doe"],
      ["Tesla & Ford gain", "https://wire.example/tesla", "2026-03-02T14:05:00", "J. Doe"],
      ["Microsoft falls", "https://wire.example/microsoft", "2026-03-02T14:20:00", null],
    ]);
  });

  it("of RDF has its items beside the channel", async () => {
    const { articles } = await articlesOf(rdf);
    expect(articles).toMatchObject([
      { title: "Amazon gains", url: "https://old.example/amazon", author: "A. Roe", created: "2026-03-02T14:05:00" },
    ]);
  });

  it.each([
    ["in one line", JSON.stringify(jsonFeed)],
    ["over many lines", JSON.stringify(jsonFeed, null, 2)],
  ])("of JSON, %s, gives the valid items and keeps the others aside", async (_form, content) => {
    const { report, articles } = await articlesOf(content, "feed.json");
    expect(report.counts).toMatchObject({ read: 2, accepted: 1, rejected: 1, new: 1 });
    expect(articles).toMatchObject([
      { title: "Nvidia gains", body: "Orders jumped.", author: "J. Doe", created: "2026-03-02T14:05:00" },
    ]);
    expect(await keptAside(report)).toMatchObject([{ reason: "missing_field", message: "title is missing or empty" }]);
  });

  it.each([
    ["gzipped", gzipSync(rss(items))],
    ["behind a byte order mark", `\uFEFF${rss(items)}`],
    ["in UTF-16", Buffer.from(`\uFEFF${rss(items, '<?xml version="1.0" encoding="UTF-16"?>')}`, "utf16le")],
    ["behind a comment and a document type", rss(items, '<?xml version="1.0"?>\n<!-- > -->\n<!DOCTYPE rss [\n]>')],
  ])("is accepted %s", async (_how, content) => {
    expect((await articlesOf(content)).articles.map(({ title }) => title)).toEqual([
      "Nvidia lifts outlook & gains",
      "Apple falls",
    ]);
  });

  it("is read in the encoding of its bytes, even when it declares another", async () => {
    const item = "<item><title>Apple: Café sales gain</title><link>https://n.example/a</link></item>";
    const wrong = rss(item, '<?xml version="1.0" encoding="ISO-8859-1"?>');
    const old = Buffer.from(rss(item, '<?xml version="1.0" encoding="UTF-8"?>'), "latin1");
    for (const content of [wrong, old, Buffer.from(wrong, "latin1")]) {
      expect((await articlesOf(content)).articles).toMatchObject([{ title: "Apple: Café sales gain" }]);
    }
  });

  it("never expands entities that it declares itself", async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
    const item = "<item><title>Apple gains &b;&nbsp;today</title><link>https://n.example/a</link></item>";
    expect((await articlesOf(rss(item, bomb))).articles).toMatchObject([{ title: "Apple gains &b; today" }]);
  });

  it("dates an item without a date by when it was first seen", async () => {
    const item = "<item><title>Apple gains</title><link>https://n.example/a</link></item>";
    const { run, rows, articles } = await articlesOf(rss(item));
    expect(articles).toMatchObject([{ created: "2026-03-31T12:00:00" }]);
    expect((await run("2026-04-02T12:00:00Z")).counts).toMatchObject({ new: 0, updated: 0, unchanged: 1 });
    expect(await rows(columns)).toEqual(articles);
  });

  it("keeps bad items aside: without a title, with an invalid date, with a future date", async () => {
    const bad = `<item><link>https://n.example/a</link></item>
      <item><title>Apple gains</title><link>https://n.example/b</link><pubDate>soon</pubDate></item>
      <item><title>Apple gains</title><link>https://n.example/c</link><pubDate>Mon, 02 Mar 2037 14:05:00 GMT</pubDate></item>`;
    const { report, articles } = await articlesOf(rss(bad + items));
    expect(report.counts).toMatchObject({ read: 5, accepted: 2, rejected: 3 });
    expect((await keptAside(report)).map(({ line, reason }) => [line, reason])).toEqual([
      [1, "missing_field"],
      [2, "invalid_time"],
      [3, "future_time"],
    ]);
    expect(articles).toHaveLength(2);
  });

  it("that breaks off gives the items before the break, and says so", async () => {
    const whole = rss(items);
    for (const cut of [whole.indexOf("Apple falls"), whole.indexOf("<guid>") + 3]) {
      const { run, rows, file } = await fileOf("news-stocks", "cut.xml", whole.slice(0, cut));
      const error = await failureOf(run);
      expect(error.code).toBe("damaged_file");
      expect(error.message).toBe(`${file} ends before the end tag of its feed.`);
      expect(await rows("title, document_id, subject")).toMatchObject([{ title: "Nvidia lifts outlook & gains" }]);
    }
  });

  it("without items is valid", async () => {
    expect((await articlesOf(rss(""))).report.counts).toMatchObject({ read: 0, rejected: 0 });
  });

  it.each([
    ["a web page", "<!DOCTYPE html>\n<html><body><p>Access denied</p></body></html>", "is a web page, not a feed"],
    ["other XML", '<?xml version="1.0"?><svg><g/></svg>', "is XML, but neither an RSS nor an Atom feed"],
    ["damaged XML", rss(items).replace("]]>", ""), "is a feed with damaged XML"],
    ["a giant", rss(items + " ".repeat(64 * 1024 * 1024)), "is a feed of more than 64 MiB"],
  ])("is refused when it is %s", async (_what, content, message) => {
    const error = await failureOf((await fileOf("news-stocks", "feed.xml", content)).run);
    expect(error.code).toBe("invalid_file");
    expect(error.message).toContain(message);
  });
});
