import { isMap, isSeq, parseDocument, stringify, type YAMLMap } from "yaml";

/** Long lines stay as they are. */
const asWritten = { lineWidth: 0 };

/** A `sources.yaml` with one more source; comments stay. A new file where there is none. */
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

/** The same with the source switched on or off; null when there is no source of the name. Comments stay. */
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
