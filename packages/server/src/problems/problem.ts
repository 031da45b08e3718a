import { type ErrorCode, type ErrorDetails, type InputIssue, MarketDataError } from "@market-sentiment/core";
import { HttpRefusal, type Problem } from "./refusal.js";

/** The answer to every unforeseen error; details are in the log, under the request's id. */
const internalError: Problem = { status: 500, detail: "Internal server error" };

/** 503: try again after so many seconds. The wording is fixed, because the original messages may name files. */
const unavailable =
  (detail: string, retryAfterSeconds: number) =>
  (error: MarketDataError): Problem => ({
    status: 503,
    detail,
    headers: { "retry-after": String(wholeSeconds(error.details.retry_after_seconds) ?? retryAfterSeconds) },
  });

/**
 * The HTTP answer for each of core's errors. Exhaustive: a new code does not compile until it has an answer here.
 * Core's messages are fit for the public; its `details` carry the fields of structured bodies under their wire names.
 */
const toProblem: Readonly<Record<ErrorCode, (error: MarketDataError) => Problem>> = {
  invalid_parameters: ({ message, details }) => ({
    status: 422,
    detail: validationDetail(details, { loc: ["query"], msg: message, type: "invalid_parameters" }),
  }),
  invalid_text: ({ message, details }) => ({
    status: 422,
    detail: validationDetail(details, {
      loc: ["body", details.field === "target" ? "target" : "text"],
      msg: message,
      type: "invalid_text",
    }),
  }),
  invalid_asset_count: ({ code, message, details }) => ({
    status: 400,
    detail: {
      error: details.error ?? code,
      message,
      max_items: details.max_items ?? 10,
      item_name: details.item_name ?? "ticker",
    },
  }),
  lookback_exceeded: ({ code, message, details }) => ({
    status: 403,
    detail: {
      error: code,
      message,
      requested_days: details.requested_days ?? null,
      max_days: details.max_days ?? null,
      account_type: details.account_type ?? null,
    },
  }),
  unsupported_asset: ({ code, message, details }) => ({
    status: 404,
    detail: { error_code: details.error_code ?? code, message },
  }),
  empty_result: ({ message }) => ({ status: 404, detail: message }),
  insufficient_data: ({ message }) => ({ status: 404, detail: message }),
  explanation_unavailable: unavailable("Explanations are unavailable right now. Try again later.", 60),
  model_unavailable: unavailable("Text analysis is unavailable right now. Try again later.", 10),
  engine_unavailable: unavailable("The data store is unavailable right now. Try again later.", 5),
  store_locked: unavailable("The data store is busy. Try again later.", 5),
  // A damaged or missing file does not repair itself, so no retry is suggested.
  store_damaged: () => internalError,
  // Requests never write tables; only commands cause these two.
  store_unwritable: () => internalError,
  store_foreign: () => internalError,
  invalid_file: () => internalError,
  damaged_file: () => internalError,
  deadline_exceeded: () => ({ status: 504, detail: "The request exceeded its 90-second deadline." }),
};

/** Wording for refusals by the HTTP framework. */
const transportDetails: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "The request body is too large",
  414: "The address is too long",
  415: "The content type must be application/json",
  431: "Request Header Fields Too Large",
};

/** The caller went away before the answer. Not an error of the service. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** The answer to any thrown value. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HttpRefusal) return error.problem;
  if (error instanceof MarketDataError) return toProblem[error.code](error);
  if (error instanceof ClientGone) return { status: 499, detail: "Client Closed Request" };
  const status = transportStatus(error);
  return status === null ? internalError : { status, detail: transportDetails[status] ?? "Bad Request" };
}

/** Status of an error that the HTTP framework raised about the request; null for all others. */
function transportStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !("code" in error) || !("statusCode" in error)) return null;
  const { code, statusCode } = error;
  const ours = typeof code === "string" && code.startsWith("FST_") && typeof statusCode === "number";
  return ours && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

function wholeSeconds(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.ceil(value) : null;
}

/** One item of a 422 body. */
interface ValidationItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The 422 list from an error's `details.issues`; one item at `fallbackLoc` if it has none. */
function validationDetail(
  details: ErrorDetails,
  fallback: { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string },
): ValidationItem[] {
  const { issues } = details;
  if (!Array.isArray(issues) || issues.length === 0) return [fallback];
  return (issues as InputIssue[]).map(({ loc, msg, type, input, ctx }) => ({
    loc,
    msg,
    type,
    ...(input === undefined ? {} : { input }),
    ...(ctx === undefined ? {} : { ctx }),
  }));
}
