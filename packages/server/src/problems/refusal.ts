import type { InputIssue } from "@market-sentiment/core";

/** An error answer: its status, its body's `detail`, and its headers. */
export interface Problem {
  readonly status: number;
  readonly detail: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refusals that exist only over HTTP: keys, plans, limits, malformed requests. Core knows nothing of them. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(typeof problem.detail === "string" ? problem.detail : `Refused with ${problem.status}.`);
    this.problem = problem;
  }
}

/** When to retry a refused request, in seconds. */
const BUSY_RETRY_SECONDS = 1;

const refusal = (status: number, detail: unknown, headers?: Readonly<Record<string, string>>) =>
  new HttpRefusal({ status, detail, ...(headers === undefined ? {} : { headers }) });

const unauthorized = (detail: string) => refusal(401, detail, { "www-authenticate": "ApiKey" });

/** 401: no key was sent. */
export const missingKey = () => unauthorized("Missing API key: send it in the X-API-Key header");

/** 401: no account has the key that was sent. */
export const invalidKey = () => unauthorized("Invalid API key");

/** 401: the key was revoked. */
export const revokedKey = () => unauthorized("API key has been revoked");

/** 429 before any account is known: too many keys were refused from this address. */
export const tooManyFailedKeys = (retryAfterSeconds: number) =>
  refusal(429, "Too many refused API keys from this address. Try again later.", {
    "retry-after": String(retryAfterSeconds),
  });

/** 401: metrics are for the operator. */
export const unauthorizedMetrics = () =>
  refusal(401, "Metrics need the operator's token", { "www-authenticate": "Bearer" });

/** 401: the inference service is for those who have its token. */
export const unauthorizedInference = () =>
  refusal(401, "Inference needs the service's token", { "www-authenticate": "Bearer" });

/** 403: the route is for professional accounts. */
export const professionalRequired = (accountType: string, upgradeAddress: string) =>
  refusal(403, {
    error: "Professional account required",
    message: `This route needs a Professional account. Upgrade at ${upgradeAddress}`,
    account_type: accountType,
  });

/** 400: HTTP/1.1 requires every request to name its host. */
export const missingHost = () => refusal(400, "Bad Request");

/** 417: the request expects something that this service does not support. */
export const unknownExpectation = () => refusal(417, "Expectation Failed");

/** 404: no such address. */
export const notFound = () => refusal(404, "Not Found");

/** 405: the address exists, for other methods. */
export const methodNotAllowed = (allowed: readonly string[]) =>
  refusal(405, "Method Not Allowed", { allow: allowed.join(", ") });

/** 414: the address is longer than the service reads. */
export const addressTooLong = (maxBytes: number) => refusal(414, `The address is longer than ${maxBytes} bytes`);

const busy = refusal(503, "The service is busy right now. Try again later.", {
  "retry-after": String(BUSY_RETRY_SECONDS),
});

/** 503: too many requests are waiting. One shared error for all, because creating one takes time. */
export const overloaded = () => busy;

/** 422 in the list form. */
export const invalidInput = (issues: readonly InputIssue[]) => refusal(422, issues);
