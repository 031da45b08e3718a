/** A column of flat records that holds something and that no field reads. */
export interface UnreadColumn {
  readonly name: string;
  /** Records in which it holds something. */
  readonly records: number;
  /** Characters of text in it, in UTF-16 units. */
  readonly characters: number;
}

/** How many different columns one run counts apart, and how much of a name it keeps. */
const MAX_COLUMNS = 1_000;
const MAX_NAME_CHARS = 80;

/** The columns of a run that nobody read, counted. */
export class UnreadColumns {
  readonly #columns = new Map<string, { records: number; characters: number }>();

  /** Counts the named columns of a record. */
  add(record: Readonly<Record<string, unknown>>, columns: readonly string[]): void {
    for (const column of columns) {
      const name = column.slice(0, MAX_NAME_CHARS);
      let seen = this.#columns.get(name);
      if (seen === undefined) {
        if (this.#columns.size >= MAX_COLUMNS) continue;
        seen = { records: 0, characters: 0 };
        this.#columns.set(name, seen);
      }
      const value = record[column];
      seen.records += 1;
      seen.characters += typeof value === "string" ? value.length : 0;
    }
  }

  /** What holds most text first, then what most records have, then by name. */
  list(): UnreadColumn[] {
    return [...this.#columns]
      .map(([name, { records, characters }]) => ({ name, records, characters }))
      .sort((a, b) => b.characters - a.characters || b.records - a.records || (a.name < b.name ? -1 : 1));
  }
}
