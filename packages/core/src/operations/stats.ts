import type { NamespaceDefinition } from "../namespaces/define.js";
import { chosenRow, resource } from "../schema/resource.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";

/** `GET /stats`: how much is stored. */
export function stats<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const fields: Namespace["stats"]["fields"] = namespace.stats.fields;
  const result = resource(fields);
  return defineOperation({
    name: "stats",
    namespace,
    summary: `Statistics: ${namespace.title}`,
    description: "What is stored of assets, in all and since 00:00 UTC.",
    path: `${namespace.basePath}/stats`,
    access: "any_account",
    caching: { maxAgeSeconds: 300, shareable: true },
    command: { word: "stats", text: "how much data there is" },
    example: { unique_tickers: 642, unique_tokens: 89 },
    isEmpty: (answer) => Object.entries(answer).every(([name, total]) => !name.startsWith("total_") || total === 0),
    parameters: {},
    refused: [sourceRefused],
    result,
    errors: [],
    prepare: async (_input, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const run = async () => {
        const { stats: counted } = await readerOf(namespace).figures(scope);
        return chosenRow(result, counted);
      };
      return { window: null, run };
    },
  });
}
