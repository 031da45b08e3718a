/**
 * Caches the last `limit` results of a pure function by a key. It only avoids generating the same past days again for
 * every day of a long range.
 */
export function rememberedBy<Arguments extends readonly unknown[], Value>(
  limit: number,
  keyOf: (...args: Arguments) => string,
  compute: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  const values = new Map<string, Value>();
  return (...args) => {
    const key = keyOf(...args);
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(...args);
    const oldest = values.size >= limit ? values.keys().next().value : undefined;
    if (oldest !== undefined) values.delete(oldest);
    values.set(key, value);
    return value;
  };
}

/** {@link rememberedBy} for functions of plain values. */
export function remembered<Arguments extends readonly (string | number)[], Value>(
  limit: number,
  compute: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  return rememberedBy(limit, (...args) => args.map((part) => `${typeof part}:${String(part)}`).join("\n"), compute);
}
