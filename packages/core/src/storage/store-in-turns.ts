import type { MarketStore } from "./market-store.js";
import type { MentionStore } from "./mention-store.js";

/** Everything that a writer of a data directory does. */
export type Store = MentionStore & MarketStore;

/**
 * The same store for several runs at once: each of its calls waits for the one before it to end, so that no publication
 * meets another. Meanwhile the other runs read, link and judge.
 */
export function storeInTurns(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Arguments extends readonly unknown[], Result>(call: (...args: Arguments) => Promise<Result>) => {
    return (...args: Arguments): Promise<Result> => {
      const turn = last.then(() => call(...args));
      // Whoever called learns of a failure; it does not keep the next from its turn.
      last = turn.catch(() => undefined);
      return turn;
    };
  };
  return {
    get snapshot() {
      return store.snapshot;
    },
    documents: inTurn((...args) => store.documents(...args)),
    rows: inTurn((...args) => store.rows(...args)),
    replies: inTurn((...args) => store.replies(...args)),
    awaited: inTurn((...args) => store.awaited(...args)),
    openHistory: inTurn((...args) => store.openHistory(...args)),
    sources: inTurn((...args) => store.sources(...args)),
    commit: inTurn((...args) => store.commit(...args)),
    publish: inTurn((...args) => store.publish(...args)),
    freeze: inTurn((...args) => store.freeze(...args)),
    markets: inTurn((...args) => store.markets(...args)),
    commitMarkets: inTurn((...args) => store.commitMarkets(...args)),
    freezeMarkets: inTurn((...args) => store.freezeMarkets(...args)),
    close: inTurn(() => store.close()),
  };
}
