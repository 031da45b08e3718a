import createClient from "openapi-fetch";
import { type Failure, failureOf, offline } from "./failure.js";
import type { Judgement } from "./answers.js";
import type { paths } from "./generated/api.js";
import { addressOf, type Question, startingOn, templateOf } from "./question.js";
import { logOut, session } from "./session.js";
import { Watched } from "./watched.js";

/** An answer, or why there is none. `dataSince`: its first day, if the period was shortened to the available data. */
export type Outcome<Body> =
  | { readonly state: "ready"; readonly body: Body; readonly dataSince?: string }
  | { readonly state: "failed"; readonly failure: Failure };

/** Requests of the running month, as the last answer said. */
export interface Usage {
  readonly remaining: number;
  readonly limit: number;
}

/** The key's use of its month; null before the first answer. */
export const usage = new Watched<Usage | null>(null);

/** How long an answer is shown again without asking, in milliseconds. Every request counts against the account's limit. */
const keepMs = 60_000;
const held = new Map<string, { readonly at: number; readonly outcome: Promise<Outcome<unknown>> }>();
// Answers of one key are never shown under another.
session.watch(() => held.clear());

/** Difference between the server's clock and this one, in milliseconds. */
let clockAheadMs = 0;

/** The server's present. */
export const serverNowMs = (): number => Date.now() + clockAheadMs;

const client = createClient<paths>({ baseUrl: "" });
client.use({
  onRequest: ({ request }) => {
    const { key } = session.value;
    if (key !== null) request.headers.set("X-API-Key", key);
    return request;
  },
  onResponse: ({ response: { headers } }) => {
    const [remaining, limit] = ["Remaining", "Limit"].map((name) => headers.get(`X-RateLimit-${name}-Monthly`));
    if (remaining && limit) usage.set({ remaining: Number(remaining), limit: Number(limit) });
    const date = Date.parse(headers.get("Date") ?? "");
    if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 60_000) clockAheadMs = date - Date.now();
  },
});

/** The path comes from the table of namespaces, so it cannot type the call; the caller names the answer's type. */
const read = client.GET as unknown as (
  path: string,
  init: { readonly params: { readonly path: object; readonly query: object }; readonly cache: RequestCache },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

/** Sends a request, unless the same one was answered within the last minute. */
export function ask<Body>(asked: Question): Promise<Outcome<Body>> {
  const address = addressOf(asked);
  const before = held.get(address);
  if (before !== undefined && Date.now() - before.at < keepMs) return before.outcome as Promise<Outcome<Body>>;
  const outcome = askedOf<Body>(asked).then((first) => {
    const since = first.state === "failed" ? first.failure.dataSince : undefined;
    const { to } = asked.query;
    if (since === undefined || to === undefined || since > to) return first;
    // The data begins after the period's start: show the available days, and say from when on.
    return askedOf<Body>(startingOn(asked, since)).then((second) =>
      second.state === "ready" ? { ...second, dataSince: since } : second,
    );
  });
  held.set(address, { at: Date.now(), outcome });
  void outcome.then(({ state }) => {
    if (state === "failed") held.delete(address);
  });
  return outcome;
}

function askedOf<Body>(asked: Question): Promise<Outcome<Body>> {
  const { path, query } = asked;
  return settled<Body>(() => read(templateOf(asked), { params: { path, query }, cache: browserCache }));
}

/** Uses the browser's cache until the reader refreshes. */
let browserCache: RequestCache = "default";

/** Drops all answers, so that everything is requested again. */
export function askAnew(): void {
  browserCache = "no-cache";
  held.clear();
}

/** Judges a text, for the target where one is given, and for each company in it. */
export function judge(text: string, target: string): Promise<Outcome<Judgement>> {
  const body = target === "" ? { text } : { text, target };
  return settled<Judgement>(() => client.POST("/sentiment/v1/analyze/companies", { body }));
}

async function settled<Body>(
  send: () => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>,
): Promise<Outcome<Body>> {
  try {
    const { data, error, response } = await send();
    if (response.ok) return { state: "ready", body: data as Body };
    const failure = failureOf(response.status, error);
    if (failure.kind === "key") logOut(failure.text);
    return { state: "failed", failure };
  } catch {
    return { state: "failed", failure: offline };
  }
}
