import { markup } from "./markup.js";

/** Elements whose end is the end of a line. */
const lines = new Set(["br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote"]);
/** Elements whose content is not text. */
const notText = new Set(["script", "style", "head", "template"]);

/** The text of an HTML fragment: tags go, paragraphs become lines, entities characters. Null when nothing is left. */
export function htmlText(html: string | null): string | null {
  if (html === null) return null;
  const text = markup()
    .decodeHTML(withoutTags(html))
    .replaceAll("\u00A0", " ")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text === "" ? null : text;
}

/**
 * The fragment without tags and comments, and without what is no text. Only the tokens are looked at, not which element
 * stands in which: that takes a fixed time for each character, whatever is opened and never closed.
 */
function withoutTags(html: string): string {
  const kept: string[] = [];
  /** The element whose content is being passed over. */
  let hidden = null as string | null;
  /** Where the last token ended. */
  let reached = 0;
  let name = "";
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const nothing = () => undefined;
  const passed = (_start: number, end: number) => {
    reached = end + 1;
  };
  const opened = (end: number) => {
    reached = end + 1;
    if (hidden === null && name === "br") kept.push("\n");
    if (hidden === null && notText.has(name)) hidden = name;
    // The end of a head need not be written.
    else if (hidden === "head" && name === "body") hidden = null;
  };
  const { Tokenizer } = markup();
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      ontext: (start, end) => {
        if (hidden === null) kept.push(html.slice(start, end));
        reached = end;
      },
      onopentagname: (start, end) => {
        name = nameAt(start, end);
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => {
        const closed = nameAt(start, end);
        if (hidden === closed) hidden = null;
        else if (hidden === null && lines.has(closed)) kept.push("\n");
        reached = html.indexOf(">", end) + 1 || html.length;
      },
      oncomment: passed,
      oncdata: passed,
      ondeclaration: passed,
      onprocessinginstruction: passed,
      ontextentity: nothing,
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      onattribname: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  // A tag that never ends is text: the beginning of one that was cut off, or a sign of its own.
  if (hidden === null && reached < html.length) kept.push(html.slice(reached));
  return kept.join("");
}
