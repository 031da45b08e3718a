import type { NamespaceDefinition } from "../namespaces/define.js";
import { figuresQuery } from "../query/market-queries.js";
import { resource } from "../schema/resource.js";
import { defineOperation, type Operation } from "./operation.js";
import { sourceRefused } from "./parameters.js";
import { type RequestScope, requestScope } from "./request-scope.js";

/** Stored figures of a namespace as of the request's day. */
export interface StoredFigures {
  readonly mentions: number;
  readonly subjects: number;
  readonly mentions_today: number;
  readonly subjects_today: number;
  readonly supported: number;
}

/** What is stored, by the field that shows it or by the figure behind one. */
export type NamespaceFigures = Readonly<Record<string, number>>;

/** Figures of a namespace: its own where its definition has them, else those of its mentions. */
export async function figuresOf(scope: RequestScope): Promise<NamespaceFigures> {
  return scope.namespace.own?.figures(scope) ?? { ...(await readFigures(scope)) };
}

/** Reads the figures; rows of days after the request's own (a replay) do not count. */
export async function readFigures(scope: RequestScope): Promise<StoredFigures> {
  const [row] = await scope.query<Omit<StoredFigures, "supported">>(figuresQuery(scope.call.today));
  const { assetTypes } = scope.namespace;
  const supported = scope.dataset
    .directoryOf(scope.namespace)
    .all()
    .filter(({ type }) => assetTypes.includes(type)).length;
  return { mentions: 0, subjects: 0, mentions_today: 0, subjects_today: 0, ...row, supported };
}

/** `GET /stats`: how much is stored. */
export function stats(namespace: NamespaceDefinition): Operation {
  const { fields, figures } = namespace.stats;
  return defineOperation({
    name: "stats",
    namespace,
    summary: `Statistics: ${namespace.title}`,
    description: "What is stored of assets, in all and since 00:00 UTC.",
    path: `${namespace.basePath}/stats`,
    access: "any_account",
    parameters: {},
    refused: [sourceRefused],
    result: resource(fields),
    errors: [],
    prepare: async (_input, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const run = async () => {
        const stored = await figuresOf(scope);
        return Object.fromEntries(fields.map((name) => [name, stored[figures[name] ?? name] ?? 0]));
      };
      return { window: null, run };
    },
  });
}
