import { isMap, isSeq, parseDocument, stringify, type YAMLMap } from "yaml";

/** Do not fold long lines. */
const asWritten = { lineWidth: 0 };

/** Adds a source to a `sources.yaml`, or starts one. Comments stay. */
export function withSource(text: string | null, entry: Readonly<Record<string, unknown>>): string {
  if (text === null) return stringify({ version: 1, sources: [entry] });
  const document = parseDocument(text);
  const list = document.get("sources");
  if (isSeq(list)) {
    list.flow = false;
    list.add(document.createNode(entry));
  } else document.set("sources", [entry]);
  return document.toString(asWritten);
}

/** Switches a source on or off; null when there is no source of that name. Comments stay. */
export function withEnabled(text: string, name: string, enabled: boolean): string | null {
  const document = parseDocument(text);
  const list = document.get("sources");
  const source = isSeq(list)
    ? list.items.find((item): item is YAMLMap => isMap(item) && item.get("name") === name)
    : undefined;
  if (source === undefined) return null;
  source.set("enabled", enabled);
  return document.toString(asWritten);
}
