import type { CollectedPage } from "./poll-source.js";

/** Pages that are published together. */
export type PublishPages = (pages: readonly CollectedPage[]) => Promise<void>;

interface Waiting {
  readonly page: CollectedPage;
  readonly done: () => void;
  readonly failed: (cause: unknown) => void;
}

/** Pause after a publication, in milliseconds: as long as the publication took, within these limits. */
const REST_MS = { least: 1_000, most: 3_000 };
/** Longest time that a page without records waits, in milliseconds. */
const QUIET_MS = 10_000;

/**
 * Publishes the pages of one namespace's sources, one publication at a time. Pages that arrive during a publication, or
 * during the pause after it, go out together in the next one. So two hundred sources need no more publications than
 * one, and half of the time is free for others. Pages without records wait longer, because a crash would lose only the
 * note that somebody looked.
 *
 * If a publication fails, later pages of its sources are not published either: they build on the missing ones.
 */
export class PublicationQueue {
  readonly #publish: PublishPages;
  readonly #nowMs: () => number;
  readonly #quietMs: number;
  #waiting: Waiting[] = [];
  /** Whether waiting pages should go out as soon as possible. */
  #isDue = false;
  #running: Promise<void> | null = null;
  #rest: NodeJS.Timeout | null = null;
  #quiet: NodeJS.Timeout | null = null;
  #isClosing = false;

  /** @param quietMs Longest time that a page without records waits. */
  constructor(publish: PublishPages, nowMs: () => number, quietMs = QUIET_MS) {
    this.#publish = publish;
    this.#nowMs = nowMs;
    this.#quietMs = quietMs;
  }

  /** Resolves once the page is durable; rejects when it was not published. */
  add(page: CollectedPage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, done: resolve, failed: reject });
      if (page.records.length > 0 || this.#isClosing) this.#hurry();
      else this.#quiet ??= setTimeout(() => this.#hurry(), this.#quietMs);
    });
  }

  /** Publishes waiting pages at once, and later ones, too. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#rest !== null) clearTimeout(this.#rest);
    while (this.#waiting.length > 0 || this.#running !== null) {
      this.#hurry();
      await this.#running;
    }
  }

  #hurry(): void {
    this.#isDue = true;
    this.#begin();
  }

  #begin(): void {
    if (!this.#isDue || this.#running !== null || (this.#rest !== null && !this.#isClosing)) return;
    for (const timer of [this.#rest, this.#quiet]) if (timer !== null) clearTimeout(timer);
    this.#rest = null;
    this.#quiet = null;
    this.#isDue = false;
    if (this.#waiting.length === 0) return;
    const startedMs = this.#nowMs();
    this.#running = this.#publishWaiting().then(() => {
      this.#running = null;
      if (this.#isClosing) return this.#begin();
      const restMs = Math.min(REST_MS.most, Math.max(REST_MS.least, this.#nowMs() - startedMs));
      this.#rest = setTimeout(() => {
        this.#rest = null;
        this.#begin();
      }, restMs);
    });
  }

  async #publishWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      await this.#publish(batch.map(({ page }) => page));
      for (const { done } of batch) done();
    } catch (cause) {
      const names = new Set(batch.map(({ page }) => page.source.name));
      const isAfter = ({ page }: Waiting) => names.has(page.source.name);
      const after = this.#waiting.filter(isAfter);
      this.#waiting = this.#waiting.filter((waiting) => !isAfter(waiting));
      for (const { failed } of [...batch, ...after]) failed(cause);
    }
  }
}
