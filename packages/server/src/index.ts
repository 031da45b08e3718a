export { displayKey, hashKey, isKeyForm, KEY_PREFIX, mintKey, type MintedKey } from "./accounts/api-key.js";
export { type LibsqlAccountStore, openAccountStore } from "./accounts/libsql-store.js";
export { isPlanId, type Plan, type PlanId, planIds, plans } from "./accounts/plan.js";
export {
  type Account,
  AccountError,
  type AccountErrorCode,
  type AccountStore,
  type ApiKey,
  type Awaitable,
  type CreatedKey,
  type KeyHolder,
  type KeyLookup,
} from "./accounts/store.js";
export { ConfigError, type ConfigFault, type Environment, readConfig, type ServerConfig } from "./config.js";
export { createServer } from "./create-server.js";
export type { Discovery } from "./discovery.js";
export { type NamespaceHealth, SERVICE_ID, type ServiceHealth } from "./health.js";
export { type QuotaDecision, type QuotaGate, unlimited } from "./middleware/quota.js";
export type { LogOptions, ServerParts } from "./parts.js";
export { accountsFileOf, type RunningServer, serve, type ServeOptions } from "./serve.js";
export { type SignalSource, stopOnSignals } from "./stop-on-signals.js";
