import { type Dataset, type NamespaceDefinition, type Operation, SERVICE_VERSION } from "@market-sentiment/core";
import { SERVICE_ID } from "./health.js";

/** One entry of the root document. */
interface PlatformEntry {
  readonly title: string;
  readonly base_path: string;
  /** Earliest start of a period that a request may ask for; null without data and for operations without a period. */
  readonly available_since: string | null;
}

/** Body of `GET /`: the operations, their addresses, and the first day with data. */
export interface Discovery {
  readonly service: string;
  readonly version: string;
  readonly platforms: Readonly<Record<string, PlatformEntry>>;
  readonly links: Readonly<Record<string, string>>;
}

/** Describes what the operations serve. */
export async function discovery(operations: readonly Operation[], dataset: Dataset): Promise<Discovery> {
  const view = await dataset.view();
  const platforms = new Map<string, PlatformEntry>();
  for (const { namespace, path } of operations) {
    if (namespace === null) {
      const base_path = path.slice(0, path.lastIndexOf("/"));
      platforms.set("sentiment", { title: "Text sentiment", base_path, available_since: null });
    } else if (!platforms.has(namespace.id)) {
      platforms.set(namespace.id, platformOf(namespace, dataset.availableSince(namespace, view)));
    }
  }
  return {
    service: SERVICE_ID,
    version: SERVICE_VERSION,
    platforms: Object.fromEntries(platforms),
    links: {
      docs: "/docs",
      openapi: "/openapi.json",
      openapi_yaml: "/openapi.yaml",
      changelog: "/changelog",
      llms: "/llms.txt",
      health: "/health",
    },
  };
}

function platformOf({ title, basePath }: NamespaceDefinition, availableSince: string | null): PlatformEntry {
  return { title, base_path: basePath, available_since: availableSince };
}
