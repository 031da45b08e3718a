/**
 * Remembers the last `limit` answers of a pure function. Nothing observable depends on it: it only spares drawing the same
 * past days again for every day of a long range.
 */
export function remembered<Arguments extends readonly (string | number)[], Value>(
  limit: number,
  compute: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = args.map((part) => `${typeof part}:${String(part)}`).join("\n");
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(...args);
    const oldest = values.size >= limit ? values.keys().next().value : undefined;
    if (oldest !== undefined) values.delete(oldest);
    values.set(key, value);
    return value;
  };
}
