/** A column of a result, by Trino's name of its type. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** Rows as an engine gives them: integers as numbers, instants and days as ISO text. */
export function resultRows<Row>(columns: readonly ResultColumn[], data: readonly (readonly unknown[])[]): Row[] {
  const read = columns.map(({ type }) => readerOf(type));
  const names = columns.map(({ name }) => name);
  return data.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) {
      const value = values[at] ?? null;
      const convert = read[at];
      row[name] = value === null || convert === null || convert === undefined ? value : convert(value);
    }
    return row as Row;
  });
}

/** How a value of the type is read; null where JSON holds it as it is. */
function readerOf(type: string): ((value: unknown) => unknown) | null {
  // Values that JSON has no number for come as text.
  if (/^(?:double|real|decimal)/.test(type)) return Number;
  if (type === "date") return (value) => `${String(value)}T00:00:00.000Z`;
  if (/^timestamp(?:\(\d+\))?$/.test(type)) return instantOf;
  if (type === "varbinary") return (value) => new Uint8Array(Buffer.from(String(value), "base64"));
  return null;
}

/** Our instants are whole milliseconds. */
function instantOf(value: unknown): string {
  const [day = "", time = ""] = String(value).split(" ");
  const [seconds = "", fraction = ""] = time.split(".");
  return `${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}
