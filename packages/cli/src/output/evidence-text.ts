import type { CitedMention, Evidence } from "@market-sentiment/core";
import type { Effects } from "../effects.js";
import { paintFor, toneOf } from "./colour.js";
import { leastWidth } from "./columns-wanted.js";
import { type Fact, factLines } from "./facts.js";
import { tableLines, type TableColumn } from "./table.js";
import { terminalText } from "./terminal-text.js";
import { terminalWidth } from "./terminal-width.js";

/** Columns of the evidence by importance: on a narrow terminal the text is dropped last. */
const wanted = ["date", "text", "direction", "from", "topic"];

/** The evidence of an explanation: volume, direction, the mentions, and what was left out. */
export function evidenceText(evidence: Evidence, effects: Effects): string {
  const { stdout, env } = effects;
  const paint = paintFor(stdout, env);
  const width = terminalWidth(effects);
  const facts = [
    ["window", `${evidence.from} to ${evidence.to}`],
    ["attention", attentionText(evidence)],
    ["direction", directionText(evidence)],
    ["left out", leftOutText(evidence)],
  ].map(([name = "", text = ""]): Fact => ({ name, text, tone: "plain" }));
  const mentions = evidence.mentions.length === 0 ? [] : ["", ...tableLines(columns(evidence), width, paint)];
  return `\n${[paint("heading", "evidence"), ...factLines(facts, width, paint), ...mentions].join("\n")}\n`;
}

function attentionText({ attention }: Evidence): string {
  const { items, voices, usualItems, buzz, usualBuzz } = attention;
  const usual = (value: number | null) => (value === null ? "" : ` (usual ${value})`);
  return `${items} mentions${usual(usualItems)} of ${voices} speakers, buzz ${buzz}${usual(usualBuzz)}`;
}

function directionText({ direction, directionBefore }: Evidence): string {
  const before =
    directionBefore === null ? "" : `; before: ${directionBefore.positivePct}% and ${directionBefore.negativePct}%`;
  return `${direction.positivePct}% positive, ${direction.negativePct}% negative of ${direction.judged}${before}`;
}

function leftOutText({ leftOut }: Evidence): string {
  return `${leftOut.unverified} not shown to be about the asset, ${leftOut.promotional} promotional, ${leftOut.instructions} that give orders`;
}

function columns({ mentions, topics }: Evidence): TableColumn[] {
  const topicOf = ({ topic }: CitedMention) => (topic === null ? "" : (topics[topic]?.phrase ?? "one story"));
  const column = (title: string, of: (mention: CitedMention) => string): TableColumn => ({
    title,
    align: "left",
    shrinksTo: title === "text" || title === "topic" || title === "from" ? leastWidth(title) : null,
    wraps: title === "text",
    rank: wanted.indexOf(title),
    cells: mentions.map((mention) => ({ text: terminalText(of(mention)), tone: toneOf(title, of(mention)) })),
  });
  return [
    column("date", ({ day }) => day),
    column("from", ({ from }) => from ?? ""),
    column("direction", ({ label }) => label ?? ""),
    column("topic", topicOf),
    column("text", ({ text }) => text),
  ];
}
