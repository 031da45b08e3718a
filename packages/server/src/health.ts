import { type CallContext, type Dataset, invoke, type Operation, SERVICE_VERSION } from "@market-sentiment/core";
import { within } from "./middleware/deadline.js";
import { started, type Startup } from "./operating/startup.js";

/** Id of the whole service in health and discovery. */
export const SERVICE_ID = "market-sentiment";

/** Time limit for the health of one namespace. */
export const HEALTH_TIMEOUT_MS = 5_000;

/** The health answer of a namespace. */
export type NamespaceHealth = Readonly<Record<string, unknown>> & {
  readonly status: "healthy" | "degraded" | "unhealthy";
};

/** Body of `GET /health`. */
export interface ServiceHealth {
  readonly status: "healthy" | "unhealthy";
  readonly service: string;
  readonly version: string;
  readonly summary: {
    readonly total: number;
    readonly healthy: number;
    readonly unhealthy: number;
    readonly unhealthy_services: readonly string[];
  };
  readonly services: Readonly<Record<string, NamespaceHealth>>;
}

/**
 * Health of one namespace. Never fails: a namespace that throws or takes longer than `timeoutMs` is unhealthy, with the
 * cause in `error` and counts of 0, because the wire allows no null there. It is also unhealthy while its data is being
 * loaded, with the counts so far.
 *
 * @param operation The namespace's `health` operation.
 */
export async function namespaceHealth(
  operation: Operation,
  dataset: Dataset,
  call: CallContext,
  timeoutMs: number,
  startup: Startup = started,
): Promise<NamespaceHealth> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const asked = invoke(operation, { parameters: {} }, dataset, { ...call, signal });
    return whileLoading((await within(signal, asked)) as NamespaceHealth, operation.namespace?.id, startup);
  } catch {
    return {
      status: "unhealthy",
      service: operation.namespace?.id ?? SERVICE_ID,
      version: SERVICE_VERSION,
      total_mentions: 0,
      [operation.namespace?.health.trackedField ?? "tickers_tracked"]: 0,
      scheduler: null,
      error: signal.aborted ? `No answer within ${timeoutMs} ms.` : (dataset.fault ?? "The data cannot be read."),
    };
  }
}

/** The counts are real, but the data is not complete yet. */
function whileLoading(health: NamespaceHealth, namespaceId: string | undefined, startup: Startup): NamespaceHealth {
  if (namespaceId === undefined || !startup.isLoading(namespaceId)) return health;
  return { ...health, status: "unhealthy", error: "The data is being loaded: answers hold what is there already." };
}

/** Combined health of the namespaces, by id: unhealthy when one of them is; a degraded one still answers. */
export function serviceHealth(services: Readonly<Record<string, NamespaceHealth>>): ServiceHealth {
  const ids = Object.keys(services);
  const unhealthy = ids.filter((id) => services[id]?.status === "unhealthy");
  return {
    status: unhealthy.length === 0 ? "healthy" : "unhealthy",
    service: SERVICE_ID,
    version: SERVICE_VERSION,
    summary: {
      total: ids.length,
      healthy: ids.length - unhealthy.length,
      unhealthy: unhealthy.length,
      unhealthy_services: unhealthy,
    },
    services,
  };
}
