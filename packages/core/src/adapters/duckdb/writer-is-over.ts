import type { MarketDataError } from "../../errors.js";

const ending = new WeakSet<Error>();

/** Marks an error as the end of a writer: it publishes nothing more, and only one that is opened anew can go on. */
export function endsWriter(error: MarketDataError): MarketDataError {
  ending.add(error);
  return error;
}

/** Whether an error, or one of its causes, says that its writer publishes nothing more. */
export function writerIsOver(cause: unknown): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) if (ending.has(error)) return true;
  return false;
}
