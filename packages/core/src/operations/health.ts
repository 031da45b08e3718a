import { z } from "zod";
import { sourcesHealth } from "../collect/scheduler-health.js";
import { readSources } from "../collect/source-report.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { chosenRow, resource } from "../schema/resource.js";
import { SERVICE_VERSION } from "../service-version.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { requestScope } from "./request-scope.js";

const schedulerSchema = z.object({
  running: z.boolean().meta({ description: "Whether the heartbeat is fresh." }),
  last_scrape: z.iso.datetime().nullable().meta({ description: "Last successful poll." }),
  scrape_count: z.int().nonnegative().meta({ description: "Polls so far." }),
  error_count: z.int().nonnegative().meta({ description: "Failed polls so far." }),
  success_rate: z.number().min(0).max(1).nullable().meta({ description: "Share of polls that succeeded." }),
  note: z.string().nullable().meta({ description: "What to know about the source's state." }),
});

/** `GET /health` of a namespace: whether its data is reliable. Needs no key. */
export function health<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const trackedField: Namespace["health"]["trackedField"] = namespace.health.trackedField;
  const names = ["status", "service", "version", "total_mentions", trackedField, "scheduler", "error"] as const;
  const result = resource(names, {
    nullable: ["error"],
    extra: {
      scheduler: schedulerSchema
        .nullable()
        .meta({ description: "State of the scheduled sources; null where none is." }),
    },
  });
  return defineOperation({
    name: "health",
    namespace,
    summary: `Health: ${namespace.title}`,
    description:
      "`scheduler` is null where no source is scheduled: the data was loaded from files, which is healthy. `degraded`: some sources do not answer, or the data may be older than what is published; `unhealthy`: none does, or nothing polls them any more.",
    path: `${namespace.basePath}/health`,
    access: "public",
    caching: { maxAgeSeconds: null },
    command: { word: "health", text: "whether the data can be relied on" },
    isEmpty: ({ total_mentions: total }) => total === 0,
    parameters: {},
    result,
    errors: [],
    prepare: async (_input, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const run = async () => {
        const { mentions, subjects } = await readerOf(namespace).figures(scope);
        const { status, scheduler, error } = sourcesHealth((await readSources(scope)).sources);
        const fault = dataset.fault ?? null;
        return chosenRow(result, {
          status: fault !== null && status === "healthy" ? "degraded" : status,
          service: namespace.id,
          version: SERVICE_VERSION,
          total_mentions: mentions,
          tickers_tracked: subjects,
          tokens_tracked: subjects,
          scheduler,
          error: [fault, error].filter((text) => text !== null).join(" ") || null,
        });
      };
      return { window: null, run };
    },
  });
}
