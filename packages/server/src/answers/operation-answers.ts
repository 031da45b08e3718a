import { csvText, type Dataset, MarketDataError, type Operation, type OperationInput } from "@market-sentiment/core";
import { type Awaitable, whenKnown } from "../awaitable.js";
import { cacheControl, lifetimeMs, strongEtag } from "../middleware/cache.js";
import { within } from "../middleware/deadline.js";
import type { ServiceCall } from "../middleware/request-scope.js";
import { overloaded } from "../problems/refusal.js";
import type { AnswerForm } from "./answer-form.js";
import { type AnswerKey, answerKeys } from "./answer-key.js";
import { type Answer, ResponseCache } from "./response-cache.js";
import { type WorkLimits, WorkQueue } from "./work-queue.js";

/** Default numbers of operations that run at the same time and that wait. */
export const WORK_LIMITS: WorkLimits = { concurrent: 8, queued: 128 };

/** Default memory for cached answers, in bytes. */
export const CACHE_BYTES = 64_000_000;

/** Default time limit of an operation, in milliseconds. */
export const STATEMENT_MS = 60_000;

/** Limits for answering operations. */
export interface AnswerLimits {
  readonly cacheBytes: number;
  readonly work: WorkLimits;
  readonly statementMs: number;
}

/** Answers operations: from the cache if the operation allows it, else by running them in turn. */
export class OperationAnswers {
  readonly #dataset: Dataset;
  readonly #keyOf: AnswerKey;
  readonly #cache: ResponseCache;
  readonly #queue: WorkQueue;
  readonly #statementMs: number;
  #hits = 0;
  #misses = 0;

  constructor(dataset: Dataset, { cacheBytes, work, statementMs }: AnswerLimits) {
    this.#dataset = dataset;
    this.#keyOf = answerKeys(dataset);
    this.#cache = new ResponseCache(cacheBytes);
    this.#queue = new WorkQueue(work);
    this.#statementMs = statementMs;
  }

  /** Operations running and waiting, and how many answers came from the cache. */
  get state() {
    return { ...this.#queue.load, hits: this.#hits, misses: this.#misses };
  }

  /**
   * The answer of an operation.
   *
   * @throws MarketDataError Errors of the operation, and `engine_unavailable` when it exceeds its time limit.
   * HttpRefusal 503 when too many are waiting.
   */
  answer(operation: Operation, input: OperationInput, call: ServiceCall, form: AnswerForm = "json"): Awaitable<Answer> {
    const asked = operation.caching.shareable === true ? this.#keyOf(operation, input.parameters, call) : null;
    return whenKnown(asked instanceof Promise ? within(call.signal, asked) : asked, (known) => {
      if (known === null) return this.#make(operation, input, call, form);
      const key = form === "json" ? known : `${known} ${form}`;
      const found = this.#cache.find(key);
      if (found !== undefined) {
        this.#hits += 1;
        return found;
      }
      this.#misses += 1;
      // Checked first, because under overload most requests end here and must cost the others no time.
      if (this.#queue.wouldRefuse(call.caller) && !this.#cache.isUnderWay(key)) throw overloaded();
      return this.#cache.findOrMake(key, call.signal, () => this.#make(operation, input, call, form));
    });
  }

  async #make(operation: Operation, input: OperationInput, call: ServiceCall, form: AnswerForm): Promise<Answer> {
    const limit = new AbortController();
    const signal = AbortSignal.any([call.signal, limit.signal]);
    const prepared = await within(signal, operation.prepare(input, this.#dataset, { ...call, signal }));
    const running = this.#queue.run(signal, call.caller, () => {
      const timer = setTimeout(() => {
        limit.abort(new MarketDataError("engine_unavailable", "The operation ran longer than it may."));
      }, this.#statementMs);
      return prepared.run().finally(() => clearTimeout(timer));
    });
    const result = await within(signal, running);
    const body = form === "csv" ? csvText(operation.result, result) : JSON.stringify(result);
    const { caching } = operation;
    return {
      body: Buffer.from(body, "utf8"),
      cacheControl: cacheControl(caching, prepared.window, call.today),
      etag: caching.validated === true ? strongEtag(body) : null,
      lifetimeMs: lifetimeMs(caching),
    };
  }
}
