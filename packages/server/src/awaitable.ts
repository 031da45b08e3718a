/** A value or a promise of it: a store may be a local file or a remote database. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Applies `next` to the value: synchronously if the value is already there, so that a request does not wait for
 * nothing.
 */
export function whenKnown<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
