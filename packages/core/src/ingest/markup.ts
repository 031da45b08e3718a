import { createRequire } from "node:module";
import type * as Entities from "entities/decode";
import type * as HtmlParser from "htmlparser2";

/** What reads markup: the tokenizer of HTML, and what entities stand for. */
interface Markup {
  readonly Tokenizer: typeof HtmlParser.Tokenizer;
  readonly decodeHTML: typeof Entities.decodeHTML;
}

let loaded: Markup | null = null;

/** Loaded by the first text that needs it: a query reads no markup, and would spend a tenth of its time on loading this. */
export function markup(): Markup {
  if (loaded !== null) return loaded;
  const load = createRequire(import.meta.url);
  const { Tokenizer } = load("htmlparser2") as typeof HtmlParser;
  const { decodeHTML } = load("entities/decode") as typeof Entities;
  return (loaded = { Tokenizer, decodeHTML });
}
