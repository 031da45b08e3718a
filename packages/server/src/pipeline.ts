import { type Access, MarketDataError } from "@market-sentiment/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "./accounts/store.js";
import { type Awaitable, whenKnown } from "./awaitable.js";
import { accountHeaders, authenticate, varyByKey } from "./middleware/authenticate.js";
import { Deadline, DEADLINE_MS } from "./middleware/deadline.js";
import { FAILED_KEYS_PER_MINUTE, FailedKeys } from "./middleware/failed-keys.js";
import { checkPlan } from "./middleware/plan-gate.js";
import { quotaHeaders, refusalOf } from "./middleware/quota.js";
import { openScope } from "./middleware/request-scope.js";
import { securityHeaders } from "./middleware/security-headers.js";
import type { ServerParts } from "./parts.js";
import { addressTooLong, notFound } from "./problems/refusal.js";
import { type QuotaGate, type QuotaVerdict, unlimited } from "./quota/index.js";
import { faultOfHead, hasEmptySegment, MAX_ADDRESS_BYTES } from "./request-input.js";

/** Adds the headers that every answer has. */
export const asEveryAnswer = (reply: FastifyReply, requestId: string) =>
  reply.headers(securityHeaders).header("x-request-id", requestId);

/** One step of a request. It refuses the request by passing an error to `done`. */
export type Step = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void) => void;

/**
 * The steps of a request. Their order is part of the contract: request id, deadline, key, burst limit, monthly limit,
 * plan. Only then does the server read the body and check parameters, so a request answered 422 has counted.
 */
export function pipeline(parts: ServerParts): {
  /** For every request, whether its address exists or not. */
  readonly everyRequest: Step;
  /** For operations that need a key, after {@link everyRequest}. */
  readonly protectedRequest: (access: Access) => Step;
} {
  const { accounts, today = null, deadlineMs = DEADLINE_MS, quota = unlimited } = parts;
  const { now = () => new Date(), upgradeAddress = "/docs" } = parts;

  const failedKeys = new FailedKeys(parts.failedKeysPerMinute ?? FAILED_KEYS_PER_MINUTE);
  const accountOf = (request: FastifyRequest): Awaitable<Account> => {
    const sent = request.headers["x-api-key"];
    const refuse = (refusal: unknown): never => {
      throw failedKeys.refusalFor(refusal, sent !== undefined, request.ip, request.scope.receivedAt);
    };
    try {
      const account = authenticate(sent, accounts);
      return account instanceof Promise ? account.catch(refuse) : account;
    } catch (refusal) {
      return refuse(refusal);
    }
  };
  const admit = (access: Access, request: FastifyRequest, reply: FastifyReply): Awaitable<void> => {
    const { scope } = request;
    return whenKnown(accountOf(request), (account) => {
      scope.account = account;
      return ask(quota, account, scope.receivedAt, (verdict) => {
        reply.headers(accountHeaders(account)).headers(quotaHeaders(verdict));
        reply.header("vary", varyByKey(reply.getHeader("vary")));
        const refusal = refusalOf(account, verdict, scope.receivedAt);
        if (refusal !== null) throw refusal;
        checkPlan(account, access, upgradeAddress);
      });
    });
  };
  return {
    everyRequest: (request, reply, done) => {
      asEveryAnswer(reply, request.id);
      request.scope = openScope(now(), today, new Deadline(reply.raw, deadlineMs));
      const fault = faultOfHead(request.raw);
      if (fault !== null) {
        done(fault);
        return;
      }
      const address = request.originalUrl;
      // UTF-8 needs at most three bytes per UTF-16 unit.
      if (address.length * 3 > MAX_ADDRESS_BYTES && Buffer.byteLength(address) > MAX_ADDRESS_BYTES) {
        done(addressTooLong(MAX_ADDRESS_BYTES));
      } else done(hasEmptySegment(address) ? notFound() : undefined);
    },
    protectedRequest: (access) => (request, reply, done) => {
      try {
        const admitted = admit(access, request, reply);
        if (admitted instanceof Promise) request.scope.deadline.follow(admitted, () => done(), done);
        else done();
      } catch (refusal) {
        done(refusal as Error);
      }
    },
  };
}

/** The result of `next` for the verdict. A request that cannot be counted is not served: 503. */
function ask(quota: QuotaGate, account: Account, at: Date, next: (verdict: QuotaVerdict) => void): Awaitable<void> {
  const uncounted = (cause: unknown): never => {
    throw new MarketDataError("engine_unavailable", "The request cannot be counted.", {}, { cause });
  };
  let verdict: Awaitable<QuotaVerdict>;
  try {
    verdict = quota.admit(account, at);
  } catch (cause) {
    return uncounted(cause);
  }
  return verdict instanceof Promise ? verdict.then(next, uncounted) : next(verdict);
}
