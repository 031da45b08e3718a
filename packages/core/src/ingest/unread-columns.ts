/** A column with values that no field reads. */
export interface UnreadColumn {
  readonly name: string;
  /** Records with a value in it. */
  readonly records: number;
  /** Characters of text in it, in UTF-16 units. */
  readonly characters: number;
}

/** Most distinct columns that one run counts, and the longest kept name. */
const MAX_COLUMNS = 1_000;
const MAX_NAME_CHARS = 80;

/** Counts the unread columns of a run. */
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

  /** Most text first, then most records, then by name. */
  list(): UnreadColumn[] {
    return [...this.#columns]
      .map(([name, { records, characters }]) => ({ name, records, characters }))
      .sort((a, b) => b.characters - a.characters || b.records - a.records || (a.name < b.name ? -1 : 1));
  }
}
