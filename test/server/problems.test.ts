import { type ErrorCode, errorCodes, MarketDataError } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { keys, toyOperation, toyServer } from "./toy-service.js";

interface Expected {
  readonly details?: Record<string, unknown>;
  readonly status: number;
  readonly detail: unknown;
  readonly retryAfter?: string;
}

const issue = {
  loc: ["query", "from"],
  msg: "The date is in the future",
  type: "date_future",
  ctx: { today: "2026-03-10" },
};

/** What each error of core is on the wire. Thrown with the message "Public words.". */
const expected: Record<ErrorCode, Expected> = {
  invalid_parameters: { details: { issues: [issue] }, status: 422, detail: [issue] },
  invalid_text: {
    details: { index: 0, field: "target" },
    status: 422,
    detail: [{ loc: ["body", "target"], msg: "Public words.", type: "invalid_text" }],
  },
  invalid_asset_count: {
    details: { error: "too_many_symbols", max_items: 10, item_name: "symbol" },
    status: 400,
    detail: { error: "too_many_symbols", message: "Public words.", max_items: 10, item_name: "symbol" },
  },
  lookback_exceeded: {
    details: { requested_days: 31, max_days: 30, account_type: "free" },
    status: 403,
    detail: {
      error: "lookback_exceeded",
      message: "Public words.",
      requested_days: 31,
      max_days: 30,
      account_type: "free",
    },
  },
  unsupported_asset: {
    details: { error_code: "unsupported_ticker" },
    status: 404,
    detail: { error_code: "unsupported_ticker", message: "Public words." },
  },
  empty_result: { status: 404, detail: "Public words." },
  insufficient_data: { status: 404, detail: "Public words." },
  explanation_unavailable: {
    status: 503,
    detail: "Explanations are unavailable right now. Try again later.",
    retryAfter: "60",
  },
  model_unavailable: {
    details: { retry_after_seconds: 1.2 },
    status: 503,
    detail: "Text analysis is unavailable right now. Try again later.",
    retryAfter: "2",
  },
  engine_unavailable: {
    status: 503,
    detail: "The data store is unavailable right now. Try again later.",
    retryAfter: "5",
  },
  store_locked: { status: 503, detail: "The data store is busy. Try again later.", retryAfter: "5" },
  store_damaged: { status: 500, detail: "Internal server error" },
  store_unwritable: { status: 500, detail: "Internal server error" },
  store_foreign: { status: 500, detail: "Internal server error" },
  invalid_file: { status: 500, detail: "Internal server error" },
  damaged_file: { status: 500, detail: "Internal server error" },
  deadline_exceeded: { status: 504, detail: "The request exceeded its 90-second deadline." },
};

const answerTo = async (error: unknown) => {
  const run = () => {
    throw error;
  };
  const response = await toyServer([toyOperation({ run })]).inject({ url: "/toy/trending", headers: keys.free });
  expect(response.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-account-type": "free",
  });
  expect(response.headers).not.toHaveProperty("etag");
  return response;
};

describe("an error of core", () => {
  it.each(errorCodes)("%s always has the same error form", async (code) => {
    const { details, status, detail, retryAfter } = expected[code];
    const response = await answerTo(new MarketDataError(code, "Public words.", details));
    expect([response.statusCode, response.json()]).toEqual([status, { detail }]);
    expect(response.headers["retry-after"]).toBe(retryAfter);
  });
});

describe("an unforeseen error", () => {
  it.each([
    new Error("secret path /data/x"),
    new TypeError("undefined is not a function"),
    "a text",
    undefined,
    // Looks like a refusal of the framework, but is not.
    Object.assign(new Error("forged"), { statusCode: 418 }),
  ])("gives a generic 500 that reveals nothing (%s)", async (error) => {
    const response = await answerTo(error);
    expect([response.statusCode, response.body]).toEqual([500, '{"detail":"Internal server error"}']);
  });
});
