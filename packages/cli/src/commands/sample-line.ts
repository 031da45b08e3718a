import type { SampleLoading } from "@market-sentiment/sample";
import type { Effects } from "../effects.js";

/** One line on stderr about a running load of the sample. */
export class SampleLine {
  readonly #effects: Effects;
  readonly #startedAt: Date;
  #loading: SampleLoading | null = null;
  #total = 0;
  #isOpen = false;
  #written = Promise.resolve();

  constructor(effects: Effects) {
    this.#effects = effects;
    this.#startedAt = effects.now();
  }

  /** Starts to show progress, unless everything is loaded: on a terminal at every step, elsewhere at the end. */
  show(loading: SampleLoading): void {
    if (loading.waiting.size === 0) return;
    this.#loading = loading;
    this.#total = loading.waiting.size;
    this.update();
    loading.finished.then(
      () => this.#write(`sample data: loaded in ${this.#seconds()} s`, true),
      () => this.end(),
    );
  }

  /** Call it when less remains to be loaded. */
  update(): void {
    if (this.#loading === null || !this.#effects.stderr.isTerminal) return;
    const loaded = this.#total - this.#loading.waiting.size;
    this.#write(`sample data: ${loaded} of ${this.#total} namespaces loaded, ${this.#seconds()} s`, false);
  }

  /** Ends an incomplete line, so that something else can be written. */
  async end(): Promise<void> {
    if (this.#isOpen) this.#write("", true);
    await this.#written;
  }

  #write(text: string, isWhole: boolean): void {
    const { stderr } = this.#effects;
    const [start, end] = [this.#isOpen && text !== "" ? "\r\x1b[K" : "", isWhole ? "\n" : ""];
    this.#isOpen = !isWhole;
    this.#written = this.#written.then(() => stderr.write(`${start}${text}${end}`)).catch(() => undefined);
  }

  #seconds(): number {
    return Math.round((this.#effects.now().getTime() - this.#startedAt.getTime()) / 1000);
  }
}
