import { z } from "zod";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { resource } from "../schema/resource.js";
import { SERVICE_VERSION } from "../service-version.js";
import { defineOperation, type Operation } from "./operation.js";
import { requestScope } from "./request-scope.js";
import { figuresOf } from "./stats.js";

const schedulerSchema = z.object({
  running: z.boolean().meta({ description: "Whether the heartbeat is fresh." }),
  last_scrape: z.iso.datetime().nullable().meta({ description: "Last successful poll." }),
  scrape_count: z.int().nonnegative().meta({ description: "Polls so far." }),
  error_count: z.int().nonnegative().meta({ description: "Failed polls so far." }),
  success_rate: z.number().min(0).max(1).nullable().meta({ description: "Share of polls that succeeded." }),
  note: z.string().nullable().meta({ description: "What to know about the source's state." }),
});

/** `GET /health` of a namespace: whether its data can be relied on. Needs no key. */
export function health(namespace: NamespaceDefinition): Operation {
  const names = ["status", "service", "version", "total_mentions", namespace.health.trackedField, "scheduler", "error"];
  return defineOperation({
    name: "health",
    namespace,
    summary: `Health: ${namespace.title}`,
    description: "`scheduler` is null where no source is scheduled: the data was loaded from files, which is healthy.",
    path: `${namespace.basePath}/health`,
    access: "public",
    parameters: {},
    result: resource(names, {
      nullable: ["error"],
      extra: {
        scheduler: schedulerSchema
          .nullable()
          .meta({ description: "State of the scheduled sources; null where none is." }),
      },
    }),
    errors: [],
    prepare: async (_input, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const run = async () => {
        const { mentions = 0, subjects = 0 } = await figuresOf(scope);
        return {
          status: "healthy",
          service: namespace.id,
          version: SERVICE_VERSION,
          total_mentions: mentions,
          [namespace.health.trackedField]: subjects,
          scheduler: null,
          error: null,
        };
      };
      return { window: null, run };
    },
  });
}
