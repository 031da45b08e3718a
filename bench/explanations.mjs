// Accuracy of the built-in explanations.
// Usage: node bench/explanations.mjs [--data DIR] [--news DIR] [--faults]
//
// The generated sample has known causes. An asset-day has a cause when an event of its own is behind at least two, and
// at least a third, of the texts that name it in its 7 days. The stated cause is right when its kind is that event's
// and the quoted text tells of such an event. `causes stated … true` checks for every stated cause whether the quoted
// text was written about such an event. Forum posts are often prompted by an event without naming it, so there a
// missing cause is not a fault, but a wrong one is. A claim is unsupported when a number outside quotations does not come
// out of a second reading of the stored rows, or when a quotation is in no stored text of that source and day.
// `misread` counts named events that no text of the window mentions. `--news` names a data directory with other news,
// for the checks that need no known cause.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addDays, daysBetween, daysFrom, namespaces, utcDay } from "@market-sentiment/core";
import { localExplainer, openLocalDataset } from "@market-sentiment/core/node";
import { loadSample } from "@market-sentiment/sample";
import { unsupportedClaims } from "./explanations/claims.mjs";
import { isKind, truthOfWindow } from "./explanations/truth.mjs";

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const fault = (text) => (process.argv.includes("--faults") ? console.log(`  ${text}`) : undefined);
const lastDay = utcDay("2026-04-30");
const wanted = { "news-stocks": 160, "forum-stocks": 70, "microblog-stocks": 70 };
const limits = { newsCausesRight: 0.9, statedCausesTrue: 0.9, unsupported: 0, longestChars: 700 };

/** A repeatable order without a pattern. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0), 0x01000193);
  return value >>> 0;
}

async function rowsOf(view, namespace, key, from, to) {
  const sql = `SELECT document_id, CAST(day AS VARCHAR) AS day, place, author, title, body, relevance, evidence, mention_at,
inherited, engagement, sentiment_label FROM mentions WHERE subject = ? AND NOT excluded AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)`;
  return view.query(namespace.id, { sql, params: [key, from, to] });
}

/** Asset-days with at least three texts in their 7 days. */
async function assetDays(view, namespace, days, count) {
  const sql = `SELECT subject AS key FROM mentions WHERE subject IS NOT NULL AND NOT excluded AND NOT inherited
AND relevance >= 0.6 AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) GROUP BY 1 HAVING COUNT(*) >= 3`;
  const found = [];
  for (const day of days) {
    const rows = await view.query(namespace.id, { sql, params: [addDays(day, -6), day] });
    found.push(...rows.map(({ key }) => ({ day, key })));
  }
  return found.sort((a, b) => hash(a.day + a.key) - hash(b.day + b.key)).slice(0, count);
}

/** Other companies and tokens that share the ticker, found without the code under measure. */
function hasRival({ stocks, tokens }, key) {
  const root = (one) => one.replace(/\.[A-Z]+$/, "");
  const company = (asset) => asset.primary ?? asset.key;
  const own = stocks.lookup(key);
  const others = stocks.all().filter((asset) => asset.origin === "built_in" && root(asset.key) === root(key));
  return tokens.lookup(root(key)) !== null || others.some((other) => company(other) !== company(own));
}

async function measure(dataset, view, namespace, days, count, withTruth) {
  const { explain: rules, voice } = namespace;
  const sums = {
    asked: 0,
    explained: 0,
    withCause: 0,
    right: 0,
    none: 0,
    stated: 0,
    statedTrue: 0,
    unsupported: 0,
    misread: 0,
  };
  const texts = [];
  const times = [];
  for (const { day, key } of await assetDays(view, namespace, days, count)) {
    const from = addDays(day, -6);
    const asset = dataset.stocks.lookup(key);
    sums.asked += 1;
    const started = performance.now();
    const now = new Date(`${day}T23:59:59.999Z`);
    const answer = await dataset.explainer
      .explain({ namespace, asset, period: { from, to: day, days: 7 }, view, now })
      .catch((error) => (error.code === "insufficient_data" ? null : Promise.reject(error)));
    if (answer === null) continue;
    times.push(performance.now() - started);
    sums.explained += 1;
    texts.push(answer.text);
    const { evidence, text } = answer;
    const byName = rules.namedWhenAmbiguous && hasRival(dataset, key);
    const counts = ({ inherited, mention_at, relevance, evidence: how }) =>
      !inherited &&
      mention_at !== null &&
      relevance >= rules.leastRelevance &&
      (!byName || /name|alias|exchange/.test(how));
    const verified = (await rowsOf(view, namespace, key, from, day)).filter(counts);
    const past = (await rowsOf(view, namespace, key, addDays(from, -28), addDays(from, -1))).filter(counts);
    const pastDays = Math.min(28, Math.max(0, daysBetween(view.snapshot.firstDays[namespace.id], from)));
    const { sources } = dataset;
    const claims = { name: evidence.asset.name, key, day, verified, past, pastDays, sources, voice };
    const faults = unsupportedClaims(text, claims);
    sums.unsupported += faults.length;
    if (faults.length > 0) fault(`UNSUPPORTED ${day} ${key}: ${faults.join("; ")}\n    ${text}`);
    if (!withTruth) continue;

    const truth = truthOfWindow(namespace.id, key, from, day, verified);
    const isStated = evidence.cause === "main" || evidence.cause === "leading";
    const stated = isStated ? (evidence.topics[0]?.event ?? null) : null;
    const lead = evidence.mentions.find(({ topic }) => topic === 0);
    const tells = (kind) => verified.filter((row) => truth.tells(row.document_id, kind)).map((row) => row.document_id);
    for (const { event, phrase, isEvent } of evidence.topics) {
      if (!isEvent || !text.includes(phrase) || tells(event).length > 0) continue;
      sums.misread += 1;
      fault(`MISREAD ${namespace.shortName} ${day} ${key} ${event}\n    ${text}`);
    }
    if (stated !== null) {
      sums.stated += 1;
      if (tells(stated).includes(lead.documentId)) sums.statedTrue += 1;
      else fault(`UNTRUE ${namespace.shortName} ${day} ${key} ${stated}: ${lead.text}\n    ${text}`);
    }
    if (truth.causes.length === 0) continue;
    sums.withCause += 1;
    const kinds = truth.causes.map(({ kind }) => kind);
    const isRight =
      stated !== null && kinds.some((kind) => isKind(stated, kind)) && tells(stated).includes(lead.documentId);
    if (isRight) sums.right += 1;
    else {
      if (stated === null) sums.none += 1;
      const told = verified.map(
        (row) => `      ${truth.eventOf(row.document_id)?.kind ?? "-"} | ${row.title ?? row.body}`,
      );
      fault(
        `${stated === null ? "NONE" : "OTHER"} ${namespace.shortName} ${day} ${key} is ${kinds}\n    ${text}\n${told.join("\n")}`,
      );
    }
  }
  return { ...sums, texts, times };
}

const share = (part, whole) => (whole === 0 ? "-" : `${part}/${whole} = ${((100 * part) / whole).toFixed(1)} %`);
const at = (values, place) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * place)] ?? 0;

function report(
  name,
  { asked, explained, withCause, right, none, stated, statedTrue, unsupported, misread, texts, times },
) {
  const lengths = texts.map((text) => text.length);
  console.log(`${name}: ${asked} asset-days, ${explained} explained, the rest have too little
  unsupported claims ${unsupported}; texts alike ${texts.length - new Set(texts).size}; characters median ${at(lengths, 0.5)}, longest ${at(lengths, 1)}; ms median ${Math.round(at(times, 0.5))}, p95 ${Math.round(at(times, 0.95))}`);
  if (stated > 0)
    console.log(
      `  causes right ${share(right, withCause)} (none stated ${none}); causes stated that are true ${share(statedTrue, stated)}; events misread ${misread}`,
    );
}

const open = async (directory) => {
  const plain = await openLocalDataset({ dataDirectory: directory, textModel: "none", explainer: "none" });
  // No cache: every explanation is written again.
  return { ...plain, explainer: localExplainer({ dataDirectory: directory, graph: plain, keep: false }) };
};

const dataDirectory = option("--data") ?? fileURLToPath(new URL("../var/explanations", import.meta.url));
if (!existsSync(dataDirectory)) {
  console.log("loading the sample data (a minute)");
  await loadSample({ dataDirectory, now: () => new Date(`${lastDay}T23:59:00Z`) });
}
const results = [];
const sample = await open(dataDirectory);
for (const namespace of namespaces.filter(({ explain }) => explain !== false)) {
  const view = await sample.view();
  const days = daysFrom(addDays(view.snapshot.firstDays[namespace.id], 7), lastDay);
  results.push(await measure(sample, view, namespace, days, wanted[namespace.id], true));
  report(`sample, ${namespace.shortName}`, results.at(-1));
}
await sample.close();
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
const [news] = results;
console.log(
  `sample, all: ${sum("explained")} explained; causes stated that are true ${share(sum("statedTrue"), sum("stated"))}`,
);
const isTrue =
  sum("statedTrue") / sum("stated") >= limits.statedCausesTrue && news.right / news.withCause >= limits.newsCausesRight;

const newsDirectory = option("--news");
if (newsDirectory !== undefined) {
  const real = await open(newsDirectory);
  const view = await real.view();
  const first = view.snapshot.firstDays[namespaces[0].id];
  results.push(await measure(real, view, namespaces[0], daysFrom(addDays(first, 7), addDays(first, 60)), 300, false));
  report("other news", results.at(-1));
  await real.close();
}
const longest = Math.max(...results.flatMap(({ texts }) => texts.map((text) => text.length)));
const isSupported = sum("unsupported") <= limits.unsupported && longest <= limits.longestChars;
console.log(isTrue && isSupported ? "within the limits" : `outside the limits ${JSON.stringify(limits)}`);
process.exit(isTrue && isSupported ? 0 : 1);
