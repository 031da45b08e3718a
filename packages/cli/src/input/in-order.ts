/**
 * Results in input order, each as soon as it and all before it are ready, with up to `atOnce` running. Inputs are read
 * only as results are consumed, so a slow reader slows the work down. The first failure ends it.
 */
export async function* inOrder<Input, Result>(
  inputs: AsyncIterable<Input>,
  work: (input: Input) => Promise<Result>,
  atOnce: number,
): AsyncGenerator<Result> {
  const iterator = inputs[Symbol.asyncIterator]();
  const waiting: Promise<Result>[] = [];
  let next: Promise<IteratorResult<Input>> | null = handled(iterator.next());
  try {
    while (next !== null || waiting.length > 0) {
      const head = waiting[0];
      if (head !== undefined && (next === null || waiting.length >= atOnce || (await isFirst(head, next)))) {
        void waiting.shift();
        yield await head;
      } else if (next !== null) {
        const taken: IteratorResult<Input> = await next;
        if (taken.done !== true) waiting.push(handled(work(taken.value)));
        next = taken.done === true ? null : handled(iterator.next());
      }
    }
  } finally {
    // Not awaited: an input that is a terminal would hold up the failure until its next line.
    if (next !== null) void iterator.return?.().catch(() => undefined);
    await Promise.allSettled(waiting);
  }
}

/** Whether the first promise settles before the second; its failure counts as settling. */
async function isFirst(first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> {
  const answer = (is: boolean) => () => is;
  return Promise.race([first.then(answer(true), answer(true)), second.then(answer(false), answer(false))]);
}

/** A failure is reported in its turn, or never; until then it must not count as unhandled. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
