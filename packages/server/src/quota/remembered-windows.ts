import { type Kind, MINUTE, type WindowName } from "./journal-line.js";
import type { Use } from "./usage-tables.js";

/** A cached window: its count in the tables, the journal's additions, and those of this transaction. */
export interface Window extends WindowName {
  /** Its number in this journal; null until the journal names it. */
  number: number | null;
  /** Null until it is read. */
  stored: Use | null;
  since: number;
  sinceBackup: number;
  pending: number;
  pendingBackup: number;
}

/** Windows of one account by kind and start, and the last one used of each kind. */
interface WindowsOfAccount {
  readonly all: readonly [Map<number, Window>, Map<number, Window>];
  readonly last: [Window | null, Window | null];
}

/** Windows by account, kind and start. */
export class RememberedWindows {
  readonly #accounts = new Map<string, WindowsOfAccount>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The window, cached from now on. */
  get(accountId: string, kind: Kind, startMs: number): Window {
    let ofAccount = this.#accounts.get(accountId);
    if (ofAccount === undefined) {
      ofAccount = { all: [new Map<number, Window>(), new Map<number, Window>()], last: [null, null] };
      this.#accounts.set(accountId, ofAccount);
    }
    const last = ofAccount.last[kind];
    if (last?.startMs === startMs) return last;
    let window = ofAccount.all[kind].get(startMs);
    if (window === undefined) {
      const changes = { since: 0, sinceBackup: 0, pending: 0, pendingBackup: 0 };
      window = { kind, accountId, startMs, number: null, stored: null, ...changes };
      ofAccount.all[kind].set(startMs, window);
      this.#size += 1;
    }
    ofAccount.last[kind] = window;
    return window;
  }

  /**
   * Forgets minutes that began before, except those that the journal names: all processes must number windows alike.
   */
  forgetMinutes(beforeMs: number): void {
    for (const { all, last } of this.#accounts.values()) {
      for (const [startMs, window] of all[MINUTE]) {
        if (startMs >= beforeMs || window.number !== null) continue;
        all[MINUTE].delete(startMs);
        this.#size -= 1;
        if (last[MINUTE] === window) last[MINUTE] = null;
      }
    }
  }

  forgetAll(): void {
    this.#accounts.clear();
    this.#size = 0;
  }
}
