/** A value now or later: a store may be a local file or a database elsewhere. */
export type Awaitable<Value> = Value | Promise<Value>;

/** What `next` makes of the value: at once where it is there, so that a request waits for nothing that needs no waiting. */
export function whenKnown<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
