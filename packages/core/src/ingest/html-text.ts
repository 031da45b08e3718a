import { markup } from "./markup.js";

/** Elements that end a line. */
const lines = new Set(["br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote"]);
/** Elements whose content is not text. */
const notText = new Set(["script", "style", "head", "template"]);

/**
 * The text of an HTML fragment: without tags, with paragraphs as lines and entities decoded. Null when nothing is left.
 */
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
 * The fragment without tags, comments and non-text elements. It looks at tokens only, not at nesting, so the time is
 * linear however many elements are opened and never closed.
 */
function withoutTags(html: string): string {
  const kept: string[] = [];
  /** The element whose content is being skipped. */
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
    // The end tag of `head` is optional.
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
  // An unfinished tag is text: a truncated tag, or a bare `<`.
  if (hidden === null && reached < html.length) kept.push(html.slice(reached));
  return kept.join("");
}
