import { type Operation, utcDay } from "@market-sentiment/core";
import { planIds } from "../accounts/plan.js";
import { cacheControl } from "../middleware/cache.js";
import type { Components, Reference } from "./components.js";
import type { JsonObject } from "./json-schema.js";

const header = (description: string, type: "string" | "integer", example: unknown, more: JsonObject = {}) => ({
  description,
  schema: { type, ...more },
  example,
});

/** Every header that an answer may carry. Without limits, their headers are left out. */
const headers: Readonly<Record<string, JsonObject>> = {
  "X-Request-ID": header(
    "The request's own id, or the one that was made for it.",
    "string",
    "5f0c7b1e-1d6f-4f0b-9f5e-2a7c1d3b9a11",
  ),
  "X-Account-Type": header("Type of the account.", "string", "free", { enum: planIds }),
  "X-Account-Name": header("Name of the account; other than printable ASCII is percent-encoded.", "string", "Example"),
  "X-RateLimit-Limit-Burst": header("Requests per minute.", "integer", 100),
  "X-RateLimit-Remaining-Burst": header("Requests left in this minute.", "integer", 97),
  "X-RateLimit-Reset-Burst": header("When the minute ends.", "string", "2026-03-12T14:31:00.000Z", {
    format: "date-time",
  }),
  "X-RateLimit-Limit-Monthly": header("Requests per month of the account.", "integer", 250),
  "X-RateLimit-Remaining-Monthly": header("Requests left in this month.", "integer", 208),
  "X-RateLimit-Used-Monthly": header("Requests counted in this month.", "integer", 42),
  "X-RateLimit-Reset-Monthly": header("When the account's month ends.", "string", "2026-03-15T00:00:00.000Z", {
    format: "date-time",
  }),
  "Retry-After": header("Seconds after which a retry may succeed.", "integer", 5, { minimum: 0 }),
  "WWW-Authenticate": header("Names the scheme of the key.", "string", "ApiKey"),
  ETag: header("Identifies exactly this body, for `If-None-Match`.", "string", '"mHh8kJxqf3vK0aYV2nQyZp7rB1c"'),
};

const rateLimitHeaders = Object.keys(headers).filter((name) => name.startsWith("X-RateLimit-"));
const accountHeaders = ["X-Account-Type", "X-Account-Name", ...rateLimitHeaders];

/** References to the named headers. */
export function headerReferences(components: Components, names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, components.add("headers", name, headers[name] ?? {})]));
}

/** Headers of an answer to a public request, or to one with a valid key. */
export function answerHeaders(operation: Pick<Operation, "access">, components: Components): Record<string, Reference> {
  const names = operation.access === "public" ? ["X-Request-ID"] : ["X-Request-ID", ...accountHeaders];
  return headerReferences(components, names);
}

/** Headers of an operation's result. */
export function resultHeaders(operation: Operation, components: Components): JsonObject {
  const day = utcDay("2026-03-12");
  const live = cacheControl(operation.caching, { from: day, to: day }, day);
  const closed = cacheControl(operation.caching, { from: day, to: day }, utcDay("2026-03-13"));
  const note = closed === live ? "" : ` For a period that lies wholly in the past: \`${closed}\`.`;
  return {
    ...answerHeaders(operation, components),
    "Cache-Control": header(`How long the answer may be kept.${note}`, "string", live),
    ...(hasEtag(operation) ? headerReferences(components, ["ETag"]) : {}),
  };
}

/** Whether the operation answers `If-None-Match`. */
export function hasEtag({ caching }: Pick<Operation, "caching">): boolean {
  return caching.validated === true;
}
