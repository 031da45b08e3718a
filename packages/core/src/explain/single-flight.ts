interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work that callers with the same key share while it runs. If one caller leaves, the others still get the result; if
 * all leave, the work is stopped.
 */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  /** The result of the work under the key: that under way, else the given one, started. Rethrows `signal.reason` when aborted. */
  async run(
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly result: Result; readonly started: boolean }> {
    signal?.throwIfAborted();
    const known = this.#flights.get(key);
    const flight = known ?? this.#start(key, work);
    flight.waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", leave, { once: true });
    });
    try {
      return { result: await Promise.race([flight.result, left]), started: known === undefined };
    } finally {
      signal?.removeEventListener("abort", leave);
      flight.waiting -= 1;
      if (flight.waiting === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key);
        flight.controller.abort(new DOMException("Nobody waits for the result.", "AbortError"));
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      if (this.#flights.get(key)?.controller === controller) this.#flights.delete(key);
    });
    // Waiting callers get the error. Without any, it must not end the process.
    result.catch(() => undefined);
    const flight = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}
