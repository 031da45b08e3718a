import { createRequire } from "node:module";
import type * as Client from "trino-client";
import { MarketDataError } from "../../errors.js";
import { type ResultColumn, resultRows } from "./result-rows.js";

const require = createRequire(import.meta.url);

/** How long a cancelled request waits until Trino confirms that the statement was stopped. */
const cancelWithinMs = 2_000;

/** Faults of the catalog rather than of a query, with what is said of them. */
const catalogFaults: Readonly<Record<string, string>> = {
  CATALOG_NOT_FOUND: "Trino has no such catalog",
  SCHEMA_NOT_FOUND: "Trino's catalog lacks a schema",
  TABLE_NOT_FOUND: "Trino's catalog lacks a table; register it with what `sentiment tables --with trino` prints",
};

/** Runs statements on a Trino. Each is a request of its own, so a Trino that was away is asked again by the next. */
export class TrinoClient {
  readonly #trino: Client.Trino;

  /**
   * Loads the client on first use, so that programs without Trino need not have it.
   *
   * @throws MarketDataError `engine_unavailable` when it is not installed.
   */
  constructor(address: string) {
    const { Trino, BasicAuth } = loadClient();
    const url = new URL(address);
    const user = decodeURIComponent(url.username) || "sentiment";
    const password = decodeURIComponent(url.password);
    this.#trino = Trino.create({
      server: url.origin,
      source: "market-sentiment",
      ...(password === ""
        ? { extraHeaders: { "X-Trino-User": user, "X-Trino-Time-Zone": "UTC" } }
        : { auth: new BasicAuth(user, password), extraHeaders: { "X-Trino-Time-Zone": "UTC" } }),
    });
  }

  /**
   * Runs a statement to its end and gives its rows.
   *
   * @throws MarketDataError `engine_unavailable`; rethrows `signal.reason` when aborted, having stopped the statement.
   */
  async rows<Row>(statement: string, signal?: AbortSignal): Promise<Row[]> {
    signal?.throwIfAborted();
    const started = this.#start(statement);
    const result = started.then(async ({ pages }) => {
      const [columns, data] = await readPages(pages, signal);
      return resultRows<Row>(columns, data);
    });
    try {
      return await (signal === undefined ? result : unlessAborted(result, signal));
    } catch (cause) {
      if (signal?.aborted === true) {
        await this.#cancel(started);
        throw signal.reason;
      }
      throw failure(cause);
    }
  }

  async #start(statement: string): Promise<Started> {
    const pages = await this.#trino.query(statement);
    // The client keeps the first answer, with the statement's id, to itself until there are rows.
    const { iter } = pages as unknown as { readonly iter?: { readonly queryResult?: Client.QueryResult } };
    return { pages, id: iter?.queryResult?.id };
  }

  /** Stops a statement; also one that Trino has not yet confirmed. */
  async #cancel(started: Promise<Started>): Promise<void> {
    const stopped = started.then(({ id }) => (id === undefined ? undefined : this.#trino.cancel(id)));
    const late = new Promise<void>((resolve) => setTimeout(resolve, cancelWithinMs).unref());
    await Promise.race([stopped.then(() => undefined), late]).catch(() => undefined);
  }
}

interface Started {
  readonly pages: AsyncIterator<Client.QueryResult>;
  readonly id: string | undefined;
}

/** Rows and columns of all pages. Any page may hold the error that ended the statement. */
async function readPages(
  pages: AsyncIterator<Client.QueryResult>,
  signal: AbortSignal | undefined,
): Promise<[readonly ResultColumn[], unknown[][]]> {
  let columns: readonly ResultColumn[] = [];
  const data: unknown[][] = [];
  while (signal?.aborted !== true) {
    const next = await pages.next();
    const page = next.value as Client.QueryResult;
    if (page.error !== undefined) throw new StatementFailed(page.error);
    // The end repeats the last page.
    if (next.done === true) break;
    columns = page.columns ?? columns;
    for (const row of page.data ?? []) data.push(row as unknown[]);
  }
  return [columns, data];
}

/** Trino's own account of why a statement failed. */
class StatementFailed extends Error {
  override readonly name = "StatementFailed";
  readonly errorName: string;

  constructor({ errorName, message }: Client.QueryError) {
    super(`${errorName}: ${message}`);
    this.errorName = errorName;
  }
}

/** The error that a caller sees. What the HTTP client throws holds the password, so only its words are kept. */
function failure(cause: unknown): MarketDataError {
  if (cause instanceof MarketDataError) return cause;
  if (cause instanceof StatementFailed) {
    const fault = catalogFaults[cause.errorName];
    const message = fault === undefined ? "The query failed." : `${fault}: ${cause.message}`;
    return new MarketDataError("engine_unavailable", message, {}, { cause });
  }
  const words = cause instanceof Error ? cause.message : String(cause);
  const kept = new Error(words === "" ? "no connection" : words);
  return new MarketDataError("engine_unavailable", "Trino does not answer.", {}, { cause: kept });
}

/** Whether an error says that Trino answered, and refused. */
export function isRefusal(error: unknown): boolean {
  return error instanceof MarketDataError && error.cause instanceof StatementFailed;
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("aborted"));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
    work.catch(() => undefined);
  }
}

function loadClient(): typeof Client {
  try {
    return require("trino-client") as typeof Client;
  } catch (cause) {
    const message = "Trino's client is not installed. Install it with: npm install trino-client@0.2.9";
    throw new MarketDataError("engine_unavailable", message, {}, { cause });
  }
}
