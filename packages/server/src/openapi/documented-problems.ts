import { type ErrorCode, invalidParameters, MarketDataError, type Operation } from "@market-sentiment/core";
import { errorCodes as transportErrors } from "fastify";
import type { Account } from "../accounts/store.js";
import { refusalOf } from "../middleware/quota.js";
import { problemOf } from "../problems/problem.js";
import {
  invalidKey,
  missingKey,
  overloaded,
  type Problem,
  professionalRequired,
  revokedKey,
  tooManyFailedKeys,
} from "../problems/refusal.js";
import type { QuotaVerdict } from "../quota/index.js";
import type { ErrorBodyName } from "./error-bodies.js";

/** One error answer as the document shows it. Its status, headers and body come from the code that sends it. */
export interface DocumentedProblem {
  readonly name: string;
  readonly body: ErrorBodyName;
  readonly problem: Problem;
}

/** Every error answer of an operation, in the order in which a request meets its checks. */
export function documentedProblems(operation: Operation): DocumentedProblem[] {
  const { access, body, errors } = operation;
  if (access === "public") return [unforeseen, ofCode("deadline_exceeded", operation)];
  const codes = new Set<ErrorCode>(["invalid_parameters", ...errors, "engine_unavailable", "deadline_exceeded"]);
  return [
    ...keyProblems,
    ...limitProblems,
    ...(access === "professional" ? [professional] : []),
    ...(body === null ? [] : bodyProblems),
    ...[...codes].map((code) => ofCode(code, operation)),
    documented("overloaded", "ErrorBody", overloaded()),
    unforeseen,
  ];
}

const documented = (name: string, body: ErrorBodyName, error: unknown): DocumentedProblem => ({
  name,
  body,
  problem: problemOf(error),
});

const keyProblems = [
  documented("missing_key", "ErrorBody", missingKey()),
  documented("invalid_key", "ErrorBody", invalidKey()),
  documented("revoked_key", "ErrorBody", revokedKey()),
];

const professional = documented(
  "professional_required",
  "ProfessionalRequiredBody",
  professionalRequired("hobby", "/docs"),
);

const bodyProblems = [
  documented("body_too_large", "ErrorBody", new transportErrors.FST_ERR_CTP_BODY_TOO_LARGE()),
  documented("wrong_content_type", "ErrorBody", new transportErrors.FST_ERR_CTP_INVALID_MEDIA_TYPE("text/plain")),
];

const unforeseen = documented("internal_error", "ErrorBody", new Error("Not foreseen."));

const at = new Date("2026-03-12T14:30:40.000Z");
const createdAt = new Date("2026-01-15T00:00:00.000Z");
const account: Account = { id: "example", name: "Example", plan: "free", createdAt, billingStart: createdAt };
const refusedBy = (refusal: Pick<QuotaVerdict, "refusedBy" | "isBackup">) =>
  refusalOf(
    account,
    {
      burst: { limit: 100, used: 100, resetAt: "2026-03-12T14:31:00.000Z" },
      monthly: { limit: 250, used: 250, resetAt: "2026-03-15T00:00:00.000Z" },
      ...refusal,
    },
    at,
  );

const limitProblems = [
  documented("burst_limit", "RateLimitBody", refusedBy({ refusedBy: "burst" })),
  documented("monthly_limit", "RateLimitBody", refusedBy({ refusedBy: "monthly" })),
  documented("failed_keys", "ErrorBody", tooManyFailedKeys(20)),
  documented("backup_limit", "RateLimitBody", refusedBy({ refusedBy: "burst", isBackup: true })),
];

type Example = readonly [ErrorBodyName, (operation: Operation) => MarketDataError];

/** Errors of core whose bodies are more than a sentence. */
const examples: Readonly<Partial<Record<ErrorCode, Example>>> = {
  invalid_parameters: ["ValidationErrorBody", invalidExample],
  invalid_text: [
    "ValidationErrorBody",
    () => new MarketDataError("invalid_text", "The text is empty.", { field: "text" }),
  ],
  invalid_asset_count: [
    "AssetCountErrorBody",
    ({ namespace }) =>
      new MarketDataError("invalid_asset_count", "At most 10 assets can be compared; 11 were given.", {
        error: `too_many_${namespace?.compare.parameter ?? "tickers"}`,
        max_items: 10,
        item_name: namespace?.subject.keyField ?? "ticker",
      }),
  ],
  lookback_exceeded: [
    "LookbackErrorBody",
    () =>
      new MarketDataError("lookback_exceeded", "This account may look back 30 days; the request reaches back 90.", {
        requested_days: 90,
        max_days: 30,
        account_type: "free",
      }),
  ],
  unsupported_asset: [
    "UnsupportedAssetBody",
    ({ namespace }) =>
      new MarketDataError(
        "unsupported_asset",
        `The ${namespace?.subject.keyField ?? "asset"} ZZZZZZ is not supported.`,
        {
          error_code: namespace?.subject.notFoundCode ?? "unsupported_ticker",
        },
      ),
  ],
  empty_result: ["ErrorBody", () => new MarketDataError("empty_result", "No activity was found for this request.")],
  insufficient_data: [
    "ErrorBody",
    () => new MarketDataError("insufficient_data", "There is too little evidence to explain this asset."),
  ],
};

function ofCode(code: ErrorCode, operation: Operation): DocumentedProblem {
  const [body, example] = examples[code] ?? ["ErrorBody", () => new MarketDataError(code, "")];
  return documented(code, body, example(operation));
}

/** An issue that this operation can really report: about its body, a parameter, or a refused parameter. */
function invalidExample({ body, parameters, refused }: Operation): MarketDataError {
  if (body !== null) {
    const msg = "String should have at least 1 character";
    return invalidParameters([{ loc: ["body", "text"], msg, type: "string_too_short", ctx: { min_length: 1 } }]);
  }
  for (const parameter of Object.values(parameters)) {
    const parsed = parameter.in === "query" ? parameter.parse("%") : { value: null };
    if ("issue" in parsed) return invalidParameters([{ loc: ["query", parameter.name], input: "%", ...parsed.issue }]);
  }
  const [refusedOne = { name: "%zz", msg: "Not valid percent-encoded UTF-8" }] = refused;
  const type = refused.length > 0 ? "extra_forbidden" : "percent_encoding";
  return invalidParameters([{ loc: ["query", refusedOne.name], msg: refusedOne.msg, type }]);
}
