import type { NamespaceDefinition, NamespaceKind, TextNamespace } from "../namespaces/define.js";
import type { marketReadings } from "../predmarket/raw-snapshots.js";
import { booleanParameter, type ParameterValues } from "../schema/parameters.js";
import { chosenRow, type NoFields, resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import type { mentionRows } from "./mention-rows.js";
import type { ResultOf, RowsPart } from "./namespace-part.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import {
  assetParameter,
  pageParameters,
  periodParameters,
  resolveWindow,
  sourceRefused,
  supportedAsset,
} from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { subjectFields } from "./shape.js";

const RAW_LIMIT = 50;

type Rows<Namespace extends NamespaceDefinition> = Namespace extends TextNamespace
  ? ResultOf<ReturnType<typeof mentionRows<Namespace>>>
  : ResultOf<ReturnType<typeof marketReadings>>;

const inherited = {
  includeInherited: booleanParameter("include_inherited", "Also mentions that take the asset from their thread."),
};

/** The parameter exists where the definition uses it. */
type InheritedParameter<Namespace> = Namespace extends {
  readonly rawMentions: { readonly filters: readonly ["include_inherited"] };
}
  ? typeof inherited
  : NoFields;

/** What was asked for, whether the namespace inherits mentions or not. */
type RowsValues = ParameterValues<typeof periodParameters & ReturnType<typeof pageParameters>> & {
  readonly asset: string;
  readonly includeInherited?: boolean;
};

/** `GET …/mentions`: what is stored of one asset, newest first. Professional accounts only. */
export function rawMentions<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const keyField: Namespace["subject"]["keyField"] = namespace.subject.keyField;
  const part = readerOf(namespace).rawMentions(namespace) as RowsPart<NamespaceKind, Rows<Namespace>>;
  const result = resource([keyField, "period_days", "count", "results"], {
    extra: { results: part.result.meta({ description: "At most `limit` rows, newest first." }) },
  });
  const hasInherited = part.filters.includes("include_inherited");
  return defineOperation({
    name: "raw-mentions",
    namespace,
    summary: `Raw mentions: ${namespace.title}`,
    description: part.description,
    path: `${namespace.basePath}/${namespace.assetPath}/{${keyField}}/mentions`,
    access: "professional",
    caching: { maxAgeSeconds: 60, closedWindowIsFinal: true, shareable: true },
    command: { word: "mentions", text: "the single mentions of an asset, newest first" },
    isEmpty: ({ count }) => count === 0,
    parameters: {
      asset: assetParameter(namespace),
      ...periodParameters,
      ...pageParameters(RAW_LIMIT),
      ...((hasInherited ? inherited : {}) as InheritedParameter<Namespace>),
    },
    refused: [sourceRefused],
    result,
    defaultDays: DEFAULT_PERIOD_DAYS.rawMentions,
    errors: ["lookback_exceeded", "unsupported_asset"],
    prepare: async ({ parameters }, dataset, call) => {
      const asked = parameters as object as RowsValues;
      const scope = await requestScope<NamespaceDefinition>(namespace, dataset, call);
      const { retentionDays } = namespace.rawMentions;
      const rules = { defaultDays: DEFAULT_PERIOD_DAYS.rawMentions, retentionDays };
      const period = resolveWindow(asked, rules, namespace, dataset, scope.view, call);
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, asked.asset);
        const { limit, offset, includeInherited = !hasInherited } = asked;
        const page = { limit, offset, includeInherited };
        const { count, results } = await part.read(scope, asset, period, page);
        return chosenRow(result, { ...subjectFields(asset), period_days: period.days, count, results });
      };
      return { window: period, run };
    },
  });
}
