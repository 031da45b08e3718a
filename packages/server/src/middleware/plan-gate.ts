import type { Access } from "@market-sentiment/core";
import { plans } from "../accounts/plan.js";
import type { Account } from "../accounts/store.js";
import { professionalRequired } from "../problems/refusal.js";

/** @throws HttpRefusal 403 when the operation is for professional accounts and this is not one. */
export function checkPlan(account: Account, access: Access, upgradeAddress: string): void {
  if (access === "professional" && !plans[account.plan].professionalRoutes) {
    throw professionalRequired(account.plan, upgradeAddress);
  }
}
