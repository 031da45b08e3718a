import { createRequire } from "node:module";
import type * as Entities from "entities/decode";
import type * as HtmlParser from "htmlparser2";

/** The libraries that read markup: a tokenizer of HTML and a decoder of entities. */
interface Markup {
  readonly Tokenizer: typeof HtmlParser.Tokenizer;
  readonly decodeHTML: typeof Entities.decodeHTML;
}

let loaded: Markup | null = null;

/** Loads the libraries on first use: queries read no markup, and loading them would take a tenth of a query's time. */
export function markup(): Markup {
  if (loaded !== null) return loaded;
  const load = createRequire(import.meta.url);
  const { Tokenizer } = load("htmlparser2") as typeof HtmlParser;
  const { decodeHTML } = load("entities/decode") as typeof Entities;
  return (loaded = { Tokenizer, decodeHTML });
}
