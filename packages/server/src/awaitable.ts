/** A value now or later: a store may be a local file or a database elsewhere. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Applies `next` to the value: synchronously if it is available, so that requests do not wait without need. */
export function whenKnown<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
