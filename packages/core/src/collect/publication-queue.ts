import type { CollectedPage } from "./poll-source.js";

/** Pages that are published together. */
export type PublishPages = (pages: readonly CollectedPage[]) => Promise<void>;

interface Waiting {
  readonly page: CollectedPage;
  readonly done: () => void;
  readonly failed: (cause: unknown) => void;
}

/**
 * Publishes what the sources of one namespace bring, one publication at a time: what comes meanwhile goes out with the next.
 * So two hundred sources cost no more publications than one. Pages without records wait for company, up to a time: all that
 * a crash loses of them is that somebody looked.
 */
export class PublicationQueue {
  readonly #publish: PublishPages;
  readonly #quietMs: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosing = false;

  /** @param quietMs Longest time that a page without records waits. */
  constructor(publish: PublishPages, quietMs: number) {
    this.#publish = publish;
    this.#quietMs = quietMs;
  }

  /** Resolves once the page is durable; rejects when it was not published. */
  add(page: CollectedPage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ page, done: resolve, failed: reject });
      if (page.records.length > 0 || this.#isClosing) this.#run();
      else this.#timer ??= setTimeout(() => this.#run(), this.#quietMs);
    });
  }

  /** Publishes what waits, at once; what is added later too. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#waiting.length > 0 || this.#running !== null) {
      this.#run();
      await this.#running;
    }
  }

  #run(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running ??= this.#drain().finally(() => (this.#running = null));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#publish(batch.map(({ page }) => page));
        for (const { done } of batch) done();
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
  }
}
