import type { MetricFigures } from "@market-sentiment/server";

/** How long a worker may take to say its figures, in milliseconds; after that the others' are given. */
const FIGURES_MS = 3_000;

/** Figures asked of several workers, each request under its own number. */
export class GatheredFigures {
  readonly #open = new Map<number, { left: number; readonly found: MetricFigures[]; readonly give: () => void }>();
  #last = 0;

  /**
   * Asks, and gives what was answered in time.
   *
   * @param ask Sends the question with this number, and says to how many.
   */
  gather(ask: (id: number) => number): Promise<readonly MetricFigures[]> {
    const id = (this.#last += 1);
    return new Promise((resolve) => {
      const found: MetricFigures[] = [];
      const timer = setTimeout(() => give(), FIGURES_MS);
      const give = () => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(found);
      };
      const request = { left: Number.POSITIVE_INFINITY, found, give };
      this.#open.set(id, request);
      request.left = ask(id);
      if (request.left === 0) give();
    });
  }

  /** What one worker answered. */
  take(id: number, figures: MetricFigures): void {
    const request = this.#open.get(id);
    if (request === undefined) return;
    request.found.push(figures);
    request.left -= 1;
    if (request.left === 0) request.give();
  }
}
