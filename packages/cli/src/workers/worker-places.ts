import cluster, { type Worker } from "node:cluster";
import { ReportedFailure } from "../failure.js";
import { GatheredFigures } from "./gathered-figures.js";
import type { FromWorker, ToWorker, WorkerJob } from "./messages.js";
import { restartPauseMs } from "./restart-pause.js";

/** How much longer than its own drain time a worker may take to end, in milliseconds; then it is killed. */
const EXTRA_STOP_MS = 5_000;

/** How to keep workers. */
export interface WorkerPlacesOptions {
  /** The program of a worker. */
  readonly script: string;
  readonly count: number;
  /** What the worker at a place is to serve, asked whenever one is started there. */
  readonly jobOf: (place: number, isReplacement: boolean) => WorkerJob;
  /** How long a stop waits for requests under way, in milliseconds. */
  readonly drainMs: number;
  /** One sentence about a worker that ended. */
  readonly onWarning: (sentence: string) => void;
}

/** A place for a worker: at most one runs there at a time. */
interface Place {
  readonly name: string;
  worker: Worker | null;
  listeningSinceMs: number | null;
  /** Why its worker could not start; null where it said nothing. */
  failure: ReportedFailure | null;
  lastPauseMs: number | null;
  restart: NodeJS.Timeout | null;
}

/**
 * Keeps a number of workers that answer on the same port. Connections are dealt out in turn. A worker that ends is started
 * again after a pause that grows while it ends soon; what the others do goes on.
 */
export class WorkerPlaces {
  readonly #options: WorkerPlacesOptions;
  readonly #places: readonly Place[];
  readonly #figures = new GatheredFigures();
  #isStopping = false;

  constructor(options: WorkerPlacesOptions) {
    this.#options = options;
    const empty = { worker: null, listeningSinceMs: null, failure: null, lastPauseMs: null, restart: null };
    this.#places = Array.from({ length: options.count }, (_, place) => ({ name: `worker ${place + 1}`, ...empty }));
    cluster.setupPrimary({ exec: options.script, args: [] });
  }

  /**
   * Starts all workers.
   *
   * @returns Address that they answer on, once all of them listen.
   * @throws ReportedFailure when one cannot start; the others are stopped then.
   */
  async start(): Promise<string> {
    const firstOf = (place: number) =>
      new Promise<string>((resolve, reject) => this.#begin(place, false, { listening: resolve, ended: reject }));
    try {
      const [address = ""] = await Promise.all(this.#places.map((_, place) => firstOf(place)));
      return address;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Tells every worker which sample data is still being loaded. */
  tellLoading(loading: readonly string[]): void {
    for (const { worker } of this.#places) send(worker, { kind: "loading", loading });
  }

  /** Has all workers answer what they have begun and end. Kills one that takes too long. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = this.#places.map(async (place) => {
      if (place.restart !== null) clearTimeout(place.restart);
      const { worker } = place;
      if (worker === null) return;
      const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      send(worker, { kind: "stop" });
      const last = setTimeout(() => worker.process.kill("SIGKILL"), this.#options.drainMs + EXTRA_STOP_MS);
      await ended;
      clearTimeout(last);
    });
    await Promise.all(ends);
  }

  #begin(at: number, isReplacement: boolean, first: FirstStart | null): void {
    const place = this.#places[at] as Place;
    const worker = cluster.fork();
    Object.assign(place, { worker, listeningSinceMs: null, failure: null, restart: null });
    // What the channel reports, the end of the process reports, too.
    worker.on("error", () => undefined);
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") {
        if (this.#isStopping) send(worker, { kind: "stop" });
        else send(worker, { kind: "serve", job: this.#options.jobOf(at, isReplacement) });
      } else if (message.kind === "listening") {
        place.listeningSinceMs = performance.now();
        first?.listening(message.address);
      } else if (message.kind === "failed") place.failure = new ReportedFailure(message.failure);
      else if (message.kind === "figures") this.#figures.take(message.id, message.figures);
      else this.#answerFigures(worker, message.id);
    });
    worker.once("exit", (code, signal: string | null) => {
      const hasListened = place.listeningSinceMs !== null;
      place.worker = null;
      if (first !== null && !hasListened)
        first.ended(place.failure ?? new Error(`${place.name} ended with ${signal ?? code} before it could answer`));
      else if (!this.#isStopping) this.#startAgain(at, String(signal ?? code));
    });
  }

  #startAgain(at: number, how: string): void {
    const place = this.#places[at] as Place;
    const { listeningSinceMs, lastPauseMs, name, failure } = place;
    const answeredMs = listeningSinceMs === null ? 0 : performance.now() - listeningSinceMs;
    const pauseMs = restartPauseMs(lastPauseMs, answeredMs);
    place.lastPauseMs = pauseMs;
    const what = listeningSinceMs === null ? "cannot start" : "ended";
    const why = failure?.failure.lines[0] ?? how;
    this.#options.onWarning(`${name} ${what} (${why}); it is started again in ${pauseMs / 1_000} s`);
    place.restart = setTimeout(() => this.#begin(at, true, null), pauseMs);
  }

  #answerFigures(asker: Worker, id: number): void {
    const asked = (own: number) => {
      const workers = this.#places.filter(
        ({ listeningSinceMs, worker }) => worker !== null && listeningSinceMs !== null,
      );
      return workers.filter(({ worker }) => send(worker, { kind: "figures wanted", id: own })).length;
    };
    void this.#figures.gather(asked).then((figures) => send(asker, { kind: "figures of all", id, figures }));
  }
}

/** Who waits for the first start of a worker. */
interface FirstStart {
  readonly listening: (address: string) => void;
  readonly ended: (reason: Error) => void;
}

/** Whether the message could be handed over; one whose process is gone gets none. */
function send(worker: Worker | null, message: ToWorker): boolean {
  if (worker === null || !worker.isConnected()) return false;
  worker.send(message, () => undefined);
  return true;
}
