import { finished, Readable } from "node:stream";
import type { Dataset, Operation, OperationInput, Panel } from "@market-sentiment/core";
import { cacheControl } from "../middleware/cache.js";
import type { ServiceCall } from "../middleware/request-scope.js";
import { type WorkLimits, WorkQueue } from "./work-queue.js";

/** Most streamed answers at the same time and in the queue. Each takes a thread, memory and disk space. */
export const STREAM_LIMITS: WorkLimits = { concurrent: 2, queued: 16 };

/** Pieces to read ahead of the caller. */
const piecesAhead = 2;

/** An answer whose bytes are sent as they are produced. */
export interface StreamedAnswer {
  readonly panel: Panel;
  readonly etag: string;
  readonly cacheControl: string;
  /** Null if the caller already has these bytes. */
  readonly stream: Readable | null;
}

/** Answers operations whose result does not fit into memory. Each keeps its slot until its last byte is fetched. */
export class StreamedAnswers {
  readonly #dataset: Dataset;
  readonly #queue: WorkQueue;

  constructor(dataset: Dataset, limits: WorkLimits) {
    this.#dataset = dataset;
    this.#queue = new WorkQueue(limits);
  }

  /** Answers running and waiting. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.#queue.load;
  }

  /**
   * The answer, once its first piece is ready, so that an earlier failure becomes an ordinary error response.
   *
   * @param of `onStep`: called whenever a piece is produced or taken. `isHeld`: whether the caller already has the
   * bytes with this tag.
   * @throws MarketDataError Errors of the operation. HttpRefusal 503 when too many are waiting.
   */
  async open(
    operation: Operation<Panel>,
    input: OperationInput,
    call: ServiceCall,
    { onStep, isHeld }: { readonly onStep: () => void; readonly isHeld: (etag: string) => boolean },
  ): Promise<StreamedAnswer> {
    const prepared = await operation.prepare(input, this.#dataset, call);
    const panel = await prepared.run();
    const etag = `"${panel.tag}"`;
    const answer = { panel, etag, cacheControl: cacheControl(operation.caching, prepared.window, call.today) };
    if (isHeld(etag)) return { ...answer, stream: null };
    const { signal, caller } = call;
    const stream = await new Promise<Readable>((resolve, reject) => {
      const work = async () => {
        const pieces = panel.bytes({ signal, onStep });
        const opened = Readable.from(afterFirst(await pieces.next(), pieces, onStep), { highWaterMark: piecesAhead });
        const stop = () => opened.destroy();
        signal.addEventListener("abort", stop, { once: true });
        const ended = new Promise<void>((done) => finished(opened, () => done()));
        resolve(opened);
        await ended;
        signal.removeEventListener("abort", stop);
        await pieces.return(undefined);
      };
      this.#queue.run(signal, caller, work).catch(reject);
    });
    return { ...answer, stream };
  }
}

/** All pieces; the first has been read already. */
async function* afterFirst(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncGenerator<Uint8Array>,
  onPiece: () => void,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return;
  onPiece();
  yield first.value;
  for await (const piece of pieces) {
    onPiece();
    yield piece;
  }
}
