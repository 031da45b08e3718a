/**
 * The pieces of an input until the signal fires. It stops even while no piece comes: somebody who types into a terminal
 * must be able to stop.
 *
 * @throws The signal's reason, once it has fired.
 */
export async function* untilStopped<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  const source = pieces[Symbol.asyncIterator]();
  let wake: () => void = () => undefined;
  const stop = () => wake();
  signal.addEventListener("abort", stop);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Piece> | null>((resolve, reject) => {
        wake = () => resolve(null);
        source.next().then(resolve, reject);
      });
      if (next?.done === true) return;
      if (next !== null) yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
