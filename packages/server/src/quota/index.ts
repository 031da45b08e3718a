/** Counts requests against the limits of plans. The rest of the server imports nothing else of this folder. */
export type { Lease } from "./lease-file.js";
export { leaseOf, type LocalQuota, localQuota } from "./local-quota.js";
export { type OpenedQuota, openQuota, type QuotaOptions } from "./open-quota.js";
export { type QuotaGate, type QuotaVerdict, unlimited, type WindowUse } from "./quota-gate.js";
export { type SharedQuota, sharedQuota, type SharedQuotaParts } from "./shared-quota.js";
export {
  type MonthUse,
  openUsageFile,
  type UsageCounters,
  type UsageFile,
  type UsageFileOptions,
} from "./usage-file.js";
export { type AccountWindows, type LimitWindow, windowsOf } from "./windows.js";
