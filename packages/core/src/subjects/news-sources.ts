import { foldPhrase } from "./fold-text.js";
import { listOf, readTable } from "./parse-assets.js";

/** One publisher: its id (lower-case slug), shown name, other spellings and host names. */
export interface NewsSource {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly hosts: readonly string[];
}

const HOST_IN_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#:]+)/i;
const HOST_FORM = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const NOT_SLUG = /[^\p{L}\p{N}]+/gu;
const MAX_SLUG_LENGTH = 64;
/** A host is looked up part by part, each with everything after it. It has at most so many parts. */
const LONGEST_ADDRESS_CHARS = 8_192;

/** Reads the source table (`id,name,aliases,hosts`; lists parted by `|`); records without id or name are left out. */
export function parseNewsSources(text: string): NewsSource[] {
  const table = readTable(text, ["id", "name"]);
  const [id, name, aliases, hosts] = [
    table.column("id"),
    table.column("name"),
    table.column("aliases"),
    table.column("hosts"),
  ];
  return table.rows
    .map((fields) => ({
      id: id(fields).toLowerCase(),
      name: name(fields),
      aliases: listOf(aliases(fields)),
      hosts: listOf(hosts(fields)).map((host) => host.toLowerCase()),
    }))
    .filter((source) => source.id !== "" && source.name !== "");
}

/** Knows publishers by id, display name, alias and host name. The first source to claim a spelling keeps it. */
export class NewsSourceDirectory {
  readonly #byId = new Map<string, NewsSource>();
  readonly #bySpelling = new Map<string, string>();
  readonly #byHost = new Map<string, string>();

  constructor(sources: readonly NewsSource[]) {
    for (const source of sources) {
      if (this.#byId.has(source.id)) continue;
      this.#byId.set(source.id, source);
      for (const host of source.hosts) claim(this.#byHost, host.replace(/^www\./, ""), source.id);
    }
    // Ids first, then names, then aliases: a careless alias cannot take another source's own name.
    for (const spellingsOf of [
      (source: NewsSource) => [source.id],
      (source: NewsSource) => [source.name],
      (source: NewsSource) => source.aliases,
    ]) {
      for (const source of this.#byId.values()) {
        for (const spelling of spellingsOf(source)) claim(this.#bySpelling, spellingForm(spelling), source.id);
      }
    }
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Every source, in id order. */
  all(): readonly NewsSource[] {
    return [...this.#byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The id of a source named by id, name, alias, host or web address; case and punctuation do not matter. */
  resolve(text: string): string | null {
    const trimmed = text.trim();
    const spelled = this.#bySpelling.get(spellingForm(trimmed));
    if (spelled !== undefined) return spelled;
    if (trimmed.length > LONGEST_ADDRESS_CHARS) return null;
    let host = (HOST_IN_ADDRESS.exec(trimmed)?.[1] ?? trimmed).toLowerCase();
    while (HOST_FORM.test(host)) {
      const id = this.#byHost.get(host);
      if (id !== undefined) return id;
      host = host.slice(host.indexOf(".") + 1);
    }
    return null;
  }

  /** The id of a known publisher, else a stable slug of its name: `The Daily Upside` is `the-daily-upside`. */
  slugOf(publisher: string): string {
    const known = this.resolve(publisher);
    if (known !== null) return known;
    const slug = foldPhrase(publisher).replace(NOT_SLUG, "-").replace(/^-|-$/g, "");
    return Array.from(slug).slice(0, MAX_SLUG_LENGTH).join("").replace(/-$/, "") || "unknown";
  }

  /** The shown name of an id; an unknown id is its own name. */
  nameOf(id: string): string {
    return this.#byId.get(id)?.name ?? id;
  }
}

function spellingForm(text: string): string {
  return foldPhrase(text).replace(/&/g, "and").replaceAll(" ", "");
}

function claim(map: Map<string, string>, spelling: string, id: string): void {
  if (spelling !== "" && !map.has(spelling)) map.set(spelling, id);
}
