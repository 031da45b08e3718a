import { useEffect, useState } from "preact/hooks";

/** A value that views can watch. */
export class Watched<Value> {
  #value: Value;
  readonly #watchers = new Set<(value: Value) => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    for (const watcher of this.#watchers) watcher(value);
  }

  /** @returns A function that stops watching. */
  watch(watcher: (value: Value) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}

/** The value; the component is drawn again whenever it changes. */
export function useWatched<Value>(watched: Watched<Value>): Value {
  const [value, setValue] = useState(watched.value);
  useEffect(() => {
    setValue(watched.value);
    return watched.watch(setValue);
  }, [watched]);
  return value;
}
