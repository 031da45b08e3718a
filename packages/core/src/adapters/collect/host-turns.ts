import { setTimeout as pause } from "node:timers/promises";

/** Requests to one host go one after another, with a pause between their beginnings. */
export class HostTurns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #restUntil = new Map<string, number>();

  /** Resolves when it is the caller's turn. */
  async take(host: string, pauseMs: number, signal?: AbortSignal): Promise<void> {
    const before = this.#last.get(host) ?? Promise.resolve();
    const mine = before.then(() => undefined);
    this.#last.set(
      host,
      mine.then(() => pause(pauseMs)),
    );
    await mine;
    signal?.throwIfAborted();
  }

  /** Lets nobody ask the host before the time, ms since the epoch. */
  rest(host: string, untilMs: number): void {
    this.#restUntil.set(host, Math.max(untilMs, this.#restUntil.get(host) ?? 0));
  }

  /** How long the host is still not to be asked, in milliseconds; 0 when it may be. */
  restingMs(host: string, nowMs: number): number {
    return Math.max(0, (this.#restUntil.get(host) ?? 0) - nowMs);
  }
}
