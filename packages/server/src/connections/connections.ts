import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./limits.js";
import { Queue } from "./queue.js";

/** One request and the answer that it waits for. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: RequestListener;
}

/** Requests of a connection that are not answered yet. */
interface Connection {
  /** The request being served. */
  current: Exchange | null;
  /** Requests sent ahead that wait for their turn, in the order of arrival. */
  readonly waiting: Exchange[];
  /**
   * Since when the caller has fetched almost nothing of the current answer, and how much it had by then; null while it
   * is fetching.
   */
  sending: { readonly sinceMs: number; readonly fetchedBytes: number } | null;
}

/**
 * The open connections of a server. Each is served one request at a time. Requests sent ahead wait, and meanwhile the
 * server stops reading from that connection; a connection that sends too much ahead is cut. So a caller who never
 * fetches its answers ties up only one of them. In each turn of the event loop, requests are begun for a short time
 * only, so that a flood of them does not delay everything else.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Connections whose next request may begin, in order. */
  readonly #ready = new Queue<readonly [Socket, Connection]>();
  #waiting = 0;
  #isClosing = false;
  /** When to stop beginning requests in this turn of the event loop, in milliseconds; null before the first one. */
  #turnEndsMs: number | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Open connections, and requests that wait for an earlier one on their connection. */
  get load(): { readonly open: number; readonly waiting: number } {
    return { open: this.#open.size, waiting: this.#waiting };
  }

  /** Accepts a new connection, unless there are too many or the server is stopping. */
  opened(socket: Socket): void {
    if (this.#isClosing || (this.#open.size >= this.#limits.connections && !this.#makesRoom())) {
      socket.destroy();
      return;
    }
    takeInPieces(socket);
    const own: Connection = { current: null, waiting: [], sending: null };
    this.#open.set(socket, own);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#waiting -= own.waiting.length;
      own.waiting.length = 0;
    });
    // Node resumes reading after every complete request. Here reading resumes only when no request of the connection
    // waits.
    const resume = socket.resume.bind(socket);
    socket.resume = () => (own.waiting.length > 0 ? socket : resume());
  }

  /** Serves the request now, or after those that came before it on its connection. */
  take(request: IncomingMessage, response: ServerResponse, serve: RequestListener): void {
    const { socket } = request;
    const own = this.#open.get(socket);
    // Node still parses what had arrived before the connection was cut; ignore it.
    if (own === undefined || socket.destroyed) return;
    if (this.#isClosing) saysClose(response);
    const isFirst = !isBusy(own);
    if (isFirst && this.#hasTime()) this.#begin(socket, own, { request, response, serve });
    else if (isFirst) {
      own.waiting.push({ request, response, serve });
      this.#waiting += 1;
      this.#ready.push([socket, own]);
    } else if (own.waiting.length >= this.#limits.waiting || this.#waiting >= this.#limits.waitingOfAll)
      socket.destroy();
    else {
      own.waiting.push({ request, response, serve });
      this.#waiting += 1;
      socket.pause();
    }
  }

  /** The unanswered requests of a connection: how many, and the latest. */
  underWay(socket: Socket): { readonly count: number; readonly newest: Exchange | null } {
    const own = this.#open.get(socket);
    if (own === undefined) return { count: 0, newest: null };
    return { count: own.waiting.length + (own.current === null ? 0 : 1), newest: own.waiting.at(-1) ?? own.current };
  }

  /**
   * Cuts connections whose answer nobody fetches. A long answer may take as long as it needs while it is being read;
   * only the time counts in which bytes wait and almost none are taken.
   */
  cutOverdue(nowMs: number): void {
    for (const [socket, own] of this.#open) {
      if (own.current?.response.headersSent !== true) continue;
      const fetchedBytes = socket.bytesWritten - socket.writableLength;
      const isFetched =
        own.sending === null || socket.writableLength === 0 || fetchedBytes - own.sending.fetchedBytes >= FETCHED_BYTES;
      if (isFetched) own.sending = { sinceMs: nowMs, fetchedBytes };
      else if (nowMs - (own.sending?.sinceMs ?? nowMs) > this.#limits.answerMs) socket.destroy();
    }
  }

  /**
   * From now on, answers only requests that have begun. Closes idle connections at once, and every other one after the
   * answer to its current request, which announces it; callers must send later requests again, to another server. Node
   * itself would wait for idle connections until they time out.
   */
  drain(): void {
    this.#isClosing = true;
    for (const [socket, { current }] of this.#open) {
      if (current === null) socket.destroy();
      else saysClose(current.response);
    }
  }

  #begin(socket: Socket, own: Connection, exchange: Exchange): void {
    own.current = exchange;
    own.sending = null;
    exchange.response.on("close", () => this.#ended(socket, own));
    exchange.serve(exchange.request, exchange.response);
  }

  #ended(socket: Socket, own: Connection): void {
    own.current = null;
    if (socket.destroyed) return;
    if (this.#isClosing) socket.destroySoon();
    else if (own.waiting.length > 0) {
      // Others come first: one caller's pipelined requests must not all be answered in one go.
      this.#ready.push([socket, own]);
      this.#openTurn();
    }
  }

  /** Whether a request may begin in this turn: no other waits for a turn, and there is time left. */
  #hasTime(): boolean {
    if (this.#ready.size > 0) return false;
    if (this.#turnEndsMs === null) {
      this.#openTurn();
      return true;
    }
    return performance.now() < this.#turnEndsMs;
  }

  #openTurn(): void {
    if (this.#turnEndsMs !== null) return;
    this.#turnEndsMs = performance.now() + TURN_MS;
    setImmediate(() => this.#nextTurn());
  }

  /** Begins waiting requests until the time of this turn is used up. The rest wait for the next turn. */
  #nextTurn(): void {
    this.#turnEndsMs = null;
    if (this.#ready.size === 0) return;
    this.#openTurn();
    const endsMs = performance.now() + TURN_MS;
    // Only those that are ready now; others wait for the next turn.
    let left = this.#ready.size;
    do {
      const [socket, own] = this.#ready.shift();
      this.#next(socket, own);
      left -= 1;
    } while (left > 0 && performance.now() < endsMs);
  }

  #next(socket: Socket, own: Connection): void {
    const next = socket.destroyed ? undefined : own.waiting.shift();
    if (next === undefined) return;
    this.#waiting -= 1;
    this.#begin(socket, own, next);
    if (own.waiting.length === 0) socket.resume();
  }

  /** Whether a connection without a request could be cut; the oldest is. */
  #makesRoom(): boolean {
    for (const [socket, own] of this.#open) {
      if (isBusy(own)) continue;
      this.#open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

/** How much of a long answer a caller must fetch within the limits' time: 256 KiB in 30 s is 9 kB/s. */
const FETCHED_BYTES = 262_144;

/**
 * How long new requests are begun in one turn of the event loop, in milliseconds. Node would begin everything that has
 * arrived on hundreds of connections before it handles finished results, leaving workers idle.
 */
const TURN_MS = 2;

/**
 * How many bytes are read from one connection before others have a turn. Node would take everything that has arrived,
 * up to 64 KB: possibly thousands of requests, with objects for all of them before the first is answered.
 */
const PIECE_BYTES = 1_024;

/** Cuts what arrives into pieces. While the socket is paused, further pieces stay in its buffer; when that is full it stops reading. */
function takeInPieces(socket: Socket): void {
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null || chunk.length <= PIECE_BYTES) return push(chunk, encoding);
    let hasRoom = true;
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) hasRoom = push(chunk.subarray(at, at + PIECE_BYTES));
    return hasRoom;
  };
  // Node's HTTP server bypasses the stream and reads from the system unless somebody listens for `data`.
  socket.on("data", () => undefined);
}

/** Whether the connection has a request that is running or waiting. */
function isBusy({ current, waiting }: Connection): boolean {
  return current !== null || waiting.length > 0;
}

/** The answer will have `Connection: close`, unless its head is sent already. */
function saysClose(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
