import type { NamespaceDefinition, NamespaceKind, TextNamespace } from "../namespaces/define.js";
import type { tradedDetail } from "../predmarket/detail.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import type { mentionDetail } from "./mention-detail.js";
import type { AssetPart, ResultOf } from "./namespace-part.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { assetParameter, periodParameters, resolveWindow, sourceRefused, supportedAsset } from "./parameters.js";
import { requestScope } from "./request-scope.js";

type Detail<Namespace extends NamespaceDefinition> = Namespace extends TextNamespace
  ? ResultOf<ReturnType<typeof mentionDetail<Namespace>>>
  : ResultOf<ReturnType<typeof tradedDetail>>;

const commandTexts: Readonly<Record<NamespaceDefinition["assetPath"], string>> = {
  stock: "one stock or fund: totals, daily trend, sources, mentions",
  token: "one crypto token: totals, daily trend, communities, mentions",
};

/** `GET /stock/{ticker}` or `/token/{symbol}`: one asset over the period, day by day. */
export function detail<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const { description, result, read } = readerOf(namespace).detail(namespace) as AssetPart<
    NamespaceKind,
    Detail<Namespace>
  >;
  return defineOperation({
    name: "detail",
    namespace,
    summary: `One asset: ${namespace.title}`,
    description,
    path: `${namespace.basePath}/${namespace.assetPath}/{${namespace.subject.keyField}}`,
    access: "any_account",
    caching: { maxAgeSeconds: 30, validated: true, shareable: true },
    command: { word: namespace.assetPath, text: commandTexts[namespace.assetPath] },
    isEmpty: (answer) => !(answer as { readonly found: boolean }).found,
    parameters: { asset: assetParameter(namespace), ...periodParameters },
    refused: [sourceRefused],
    result,
    defaultDays: DEFAULT_PERIOD_DAYS.detail,
    errors: ["lookback_exceeded", "unsupported_asset"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope<NamespaceDefinition>(namespace, dataset, call);
      const rules = { defaultDays: DEFAULT_PERIOD_DAYS.detail };
      const period = resolveWindow(parameters, rules, namespace, dataset, scope.view, call);
      const run = async () => read(scope, supportedAsset(dataset, namespace, parameters.asset), period);
      return { window: period, run };
    },
  });
}
