/**
 * All ways in which core refuses or fails. Adapters map each code to their own form (HTTP status, exit code) in one
 * exhaustive table, so a new code does not compile until it has an entry there.
 */
export const errorCodes = [
  /** A parameter, path or body does not have its documented form. `details.issues` lists what is wrong. */
  "invalid_parameters",
  /** The text (or target) to analyse is empty or too long. */
  "invalid_text",
  /** Compare got no asset, or more than it accepts. */
  "invalid_asset_count",
  /** The window starts before the days that the account may see. */
  "lookback_exceeded",
  /** Well formed, but the reference graph does not know the asset. */
  "unsupported_asset",
  /** An empty list for which the specification demands "not found". */
  "empty_result",
  /** Too little evidence for an explanation. */
  "insufficient_data",
  /** The explanation service cannot answer now. */
  "explanation_unavailable",
  /** The sentiment model cannot answer now (missing run-time, damaged file, crashed worker, full queue). */
  "model_unavailable",
  /** The query engine failed or could not be opened. */
  "engine_unavailable",
  /** Another process is writing to the data directory. */
  "store_locked",
  /** The data directory holds something that this version cannot read. */
  "store_damaged",
  /** The data directory cannot be written: no permission, or a full or read-only disk. */
  "store_unwritable",
  /** The path is not a folder, or the folder has other files; nothing is written. */
  "store_foreign",
  /** An input file is missing, unreadable or of an unknown format. */
  "invalid_file",
  /** An input file is truncated or unreadable in the middle; the records before that are used. */
  "damaged_file",
  /** The caller's signal fired because its deadline passed. */
  "deadline_exceeded",
] as const;

/** Code of an error, from the closed list {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** Plain facts about an error; safe to show to the caller. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The only error that core throws on purpose. `message` is public; `details` are the facts behind it; `cause` is for
 * logs only and may contain internals.
 */
export class MarketDataError extends Error {
  override readonly name = "MarketDataError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** One fault of the input in the form that adapters show: where, what, and which rule. */
export interface InputIssue {
  /** Path to the fault, starting with `query`, `path` or `body`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Stable machine-readable rule name, for example `date_future`. */
  readonly type: string;
  /** What was sent, when it is safe and short. */
  readonly input?: unknown;
  /** The facts of the rule, for example `{ min_length: 1 }`. */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Builds the `invalid_parameters` error; the message is the first issue's. Issues must not be empty. */
export function invalidParameters(issues: readonly [InputIssue, ...InputIssue[]]): MarketDataError {
  return new MarketDataError("invalid_parameters", issues[0].msg, { issues });
}
