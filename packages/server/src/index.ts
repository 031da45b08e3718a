export type { Awaitable } from "./awaitable.js";
export { displayKey, hashKey, isKeyForm, KEY_PREFIX, mintKey, type MintedKey } from "./accounts/api-key.js";
export { type BillingPeriod, billingPeriodAt } from "./accounts/billing-period.js";
export { type LibsqlAccountStore, openAccountStore } from "./accounts/libsql-store.js";
export { isPlanId, type Plan, type PlanId, planIds, plans } from "./accounts/plan.js";
export {
  type Account,
  AccountError,
  type AccountErrorCode,
  type AccountStore,
  type ApiKey,
  type CreatedKey,
  type KeyHolder,
  type KeyLookup,
  type NewAccount,
} from "./accounts/store.js";
export {
  ConfigError,
  type ConfigFault,
  type Environment,
  type InferenceConfig,
  type MetricsConfig,
  readConfig,
  type ServerConfig,
} from "./config.js";
export { createServer } from "./create-server.js";
export type { Discovery } from "./discovery.js";
export { type NamespaceHealth, SERVICE_ID, type ServiceHealth } from "./health.js";
export { createInferenceServer, type InferenceServerParts } from "./inference/create-inference-server.js";
export { type RunningInferenceServer, serveInference } from "./inference/serve-inference.js";
export type { Metrics, MetricFigures } from "./operating/metrics.js";
export type { Startup } from "./operating/startup.js";
export type { LogOptions, ServerParts } from "./parts.js";
export {
  type AccountWindows,
  type Lease,
  leaseOf,
  type LimitWindow,
  type LocalQuota,
  localQuota,
  type MonthUse,
  type OpenedQuota,
  openQuota,
  openUsageFile,
  type QuotaGate,
  type QuotaOptions,
  type QuotaVerdict,
  type SharedQuota,
  sharedQuota,
  type SharedQuotaParts,
  unlimited,
  type UsageCounters,
  type UsageFile,
  type UsageFileOptions,
  windowsOf,
  type WindowUse,
} from "./quota/index.js";
export { configOfWorker } from "./config-of-worker.js";
export { accountsFileOf, type RunningServer, serve, type ServeOptions, usageFileOf } from "./serve.js";
export { type SignalSource, stopOnSignals } from "./stop-on-signals.js";
export { openApiDocument } from "./openapi/document.js";
export { isLoopbackHost } from "./web/demo-login.js";
