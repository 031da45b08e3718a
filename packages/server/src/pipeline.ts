import { type Access, MarketDataError } from "@market-sentiment/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "./accounts/store.js";
import { accountHeaders, authenticate } from "./middleware/authenticate.js";
import { DEADLINE_MS, startDeadline, within } from "./middleware/deadline.js";
import { checkPlan } from "./middleware/plan-gate.js";
import { quotaHeaders, refusalOf } from "./middleware/quota.js";
import { openScope } from "./middleware/request-scope.js";
import { securityHeaders } from "./middleware/security-headers.js";
import type { ServerParts } from "./parts.js";
import { addressTooLong, notFound } from "./problems/refusal.js";
import { type QuotaGate, type QuotaVerdict, unlimited } from "./quota/quota-gate.js";
import { hasEmptySegment, MAX_ADDRESS_BYTES } from "./request-input.js";

/** Headers of every answer, whatever it is. */
export const everyAnswer = (requestId: string) => ({ ...securityHeaders, "x-request-id": requestId });

/** One step of a request; it refuses by throwing. */
export type Step = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * The steps of a request, in the order that is part of the contract: request id, deadline, key, burst limit, monthly
 * limit, plan. Only then is a body read and are parameters checked, so a request answered 422 has counted.
 */
export function pipeline(parts: ServerParts): {
  /** For every request, known address or not. */
  readonly everyRequest: Step;
  /** For operations that need a key, after {@link everyRequest}. */
  readonly protectedRequest: (access: Access) => Step;
} {
  const { accounts, today = null, deadlineMs = DEADLINE_MS, quota = unlimited } = parts;
  const { now = () => new Date(), upgradeAddress = "/docs" } = parts;
  return {
    everyRequest: (request, reply) => {
      reply.headers(everyAnswer(request.id));
      request.scope = openScope(now(), today, startDeadline(reply.raw, deadlineMs));
      const address = request.originalUrl;
      if (Buffer.byteLength(address) > MAX_ADDRESS_BYTES) return Promise.reject(addressTooLong(MAX_ADDRESS_BYTES));
      return hasEmptySegment(address) ? Promise.reject(notFound()) : Promise.resolve();
    },

    protectedRequest: (access) => async (request, reply) => {
      const { scope } = request;
      const inTime = <Result>(work: Result | Promise<Result>) => within(scope.signal, work);
      const account = await inTime(authenticate(request.headers["x-api-key"], accounts));
      scope.account = account;
      // The answer depends on the key, so a cache must not give it to another one.
      reply.headers({ ...accountHeaders(account), vary: "X-API-Key" });
      const verdict = await inTime(ask(quota, account, scope.receivedAt));
      reply.headers(quotaHeaders(verdict));
      const refusal = refusalOf(account, verdict, scope.receivedAt);
      if (refusal !== null) throw refusal;
      checkPlan(account, access, upgradeAddress);
    },
  };
}

/** What cannot be counted is not served: 503. */
async function ask(quota: QuotaGate, account: Account, at: Date): Promise<QuotaVerdict> {
  try {
    return await quota.admit(account, at);
  } catch (cause) {
    throw new MarketDataError("engine_unavailable", "The request cannot be counted.", {}, { cause });
  }
}
