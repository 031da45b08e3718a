import { identities } from "../../storage/table-store.js";
import type { TableName } from "../../storage/tables.js";

/** Most collected rows of a table before they go to the engine, because each transfer costs several statements. */
const mostCollected = 20_000;

/** Collected rows of a table, by identity. */
interface Collected {
  readonly gone: Map<string, object>;
  readonly rows: Map<string, object[]>;
  count: number;
}

/** Collects small changes so that the engine takes them together. */
export class CollectedRows {
  readonly #tables = new Map<TableName, Collected>();

  /** Drops the identities in `gone` and adds the rows. Returns true when enough is collected for the engine. */
  add(table: TableName, rows: readonly object[], gone: readonly object[]): boolean {
    const known = this.#tables.get(table);
    const collected: Collected = known ?? { gone: new Map(), rows: new Map(), count: 0 };
    this.#tables.set(table, collected);
    for (const row of gone) {
      const name = identityOf(table, row);
      collected.count += 1 - (collected.rows.get(name)?.length ?? 0);
      collected.rows.delete(name);
      collected.gone.set(name, row);
    }
    for (const row of rows) {
      const name = identityOf(table, row);
      const own = collected.rows.get(name);
      if (own === undefined) collected.rows.set(name, [row]);
      else own.push(row);
      collected.count += 1;
    }
    return collected.count >= mostCollected;
  }

  /**
   * Removes and returns what is collected of a table: first drop `gone`, then add `rows`. Null when there is nothing.
   */
  take(table: TableName): { readonly rows: readonly object[]; readonly gone: readonly object[] } | null {
    const collected = this.#tables.get(table);
    if (collected === undefined) return null;
    this.#tables.delete(table);
    return { rows: [...collected.rows.values()].flat(), gone: [...collected.gone.values()] };
  }

  /** Tables with collected rows. */
  tables(): TableName[] {
    return [...this.#tables.keys()];
  }

  clear(): void {
    this.#tables.clear();
  }
}

function identityOf(table: TableName, row: object): string {
  const [only, ...others] = identities[table];
  const value = (name: string) => String((row as Record<string, unknown>)[name]);
  return others.length === 0 ? value(only ?? "") : JSON.stringify(identities[table].map(value));
}
