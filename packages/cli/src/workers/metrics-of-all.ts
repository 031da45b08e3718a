import type { MetricFigures, Metrics } from "@market-sentiment/server";
import type { FromWorker } from "./messages.js";

/** A worker's part in telling what all of them measured: the process that started them asks every one. */
export class MetricsOfAll {
  readonly #tell: (message: FromWorker) => void;
  readonly #waiting = new Map<number, (figures: readonly MetricFigures[]) => void>();
  #last = 0;
  /** What this worker measures; null until it serves, and where the settings ask for no metrics. */
  own: Pick<Metrics, "figures"> | null = null;

  constructor(tell: (message: FromWorker) => void) {
    this.#tell = tell;
  }

  /** Figures of all workers that answer. */
  ofAll(): Promise<readonly MetricFigures[]> {
    const id = (this.#last += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#tell({ kind: "figures of all wanted", id });
    });
  }

  /** Takes the answer to {@link ofAll}. */
  take(id: number, figures: readonly MetricFigures[]): void {
    this.#waiting.get(id)?.(figures);
    this.#waiting.delete(id);
  }

  /** Tells what this worker measures. */
  async answer(id: number): Promise<void> {
    if (this.own !== null) this.#tell({ kind: "figures", id, figures: await this.own.figures() });
  }
}
