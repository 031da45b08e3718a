import type { MarketStore } from "./market-store.js";
import type { MentionStore } from "./mention-store.js";

/** All operations of a data directory's writer. */
export type Store = MentionStore & MarketStore;

/**
 * Lets several runs share one store. Calls run one after another, so that publications never overlap; meanwhile the
 * other runs read, link and judge.
 */
export function storeInTurns(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Arguments extends readonly unknown[], Result>(call: (...args: Arguments) => Promise<Result>) => {
    return (...args: Arguments): Promise<Result> => {
      const turn = last.then(() => call(...args));
      // The caller gets the error; the next call still runs.
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
