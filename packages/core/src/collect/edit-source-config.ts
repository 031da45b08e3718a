import { type Document, isMap, isSeq, LineCounter, parseDocument, stringify, type YAMLMap } from "yaml";
import { SourceConfigError } from "./source-config.js";

/** Do not fold long lines. */
const asWritten = { lineWidth: 0 };

/**
 * Adds a source to a `sources.yaml`, or starts one. Comments stay.
 *
 * @throws SourceConfigError where the text is no YAML, or its sources are no list.
 */
export function withSource(text: string | null, entry: Readonly<Record<string, unknown>>): string {
  if (text === null || text.trim() === "") return stringify({ version: 1, sources: [entry] });
  const document = editable(text);
  if (document.contents === null) document.set("version", 1);
  const list = document.get("sources");
  if (isSeq(list)) {
    list.flow = false;
    list.add(document.createNode(entry));
  } else document.set("sources", [entry]);
  return document.toString(asWritten);
}

/**
 * Switches a source on or off; null when there is no source of that name. Comments stay.
 *
 * @throws SourceConfigError as {@link withSource}.
 */
export function withEnabled(text: string, name: string, enabled: boolean): string | null {
  const document = editable(text);
  const list = document.get("sources");
  const source = isSeq(list)
    ? list.items.find((item): item is YAMLMap => isMap(item) && item.get("name") === name)
    : undefined;
  if (source === undefined) return null;
  source.set("enabled", enabled);
  return document.toString(asWritten);
}

/** The document of a text that can be edited without losing anything of it. */
function editable(text: string): Document {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const faults = document.errors.map(({ pos, message }) => ({
    line: lines.linePos(pos[0]).line,
    path: "",
    message: message.split("\n")[0] ?? message,
  }));
  if (faults.length > 0) throw new SourceConfigError(faults);
  if (document.contents !== null && !isMap(document.contents))
    throw new SourceConfigError([{ line: 1, path: "", message: "must have the fields `version: 1` and `sources`" }]);
  const list: unknown = document.contents === null ? null : document.get("sources");
  if (list !== undefined && list !== null && !isSeq(list))
    throw new SourceConfigError([{ line: 1, path: "sources", message: "must be a list" }]);
  return document;
}
