import { MarketDataError } from "../errors.js";
import type { ExplainRules, NamespaceDefinition, TextNamespace } from "../namespaces/define.js";
import { chosenRow, resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { addDays } from "../time/utc-day.js";
import { asOfParameter, refuseUnrecorded } from "./as-of.js";
import { defineOperation } from "./operation.js";
import { assetParameter, refuseTooDeep, sourceRefused, supportedAsset } from "./parameters.js";
import { subjectFields } from "./shape.js";

/**
 * `GET …/explain`: why one asset is talked about, in one or two sentences over the latest 7 UTC days; null where the
 * namespace explains nothing.
 */
export function explain<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const isExplained = namespace.kind === "text" && namespace.explain !== false;
  return (isExplained ? explanation(namespace) : null) as Namespace extends { readonly explain: ExplainRules }
    ? ReturnType<typeof explanation<Namespace & TextNamespace>>
    : null;
}

function explanation<const Namespace extends TextNamespace>(namespace: Namespace) {
  const subject: Namespace["subject"] = namespace.subject;
  const {
    keyField,
    nameField,
  }: { keyField: Namespace["subject"]["keyField"]; nameField: Namespace["subject"]["nameField"] } = subject;
  const result = resource([keyField, nameField, "explanation", "cached", "generated_at", "model"], {
    nullable: ["model"],
  });
  return defineOperation({
    name: "explain",
    namespace,
    summary: `Explain an asset: ${namespace.title}`,
    description:
      "Why the asset is talked about, from the evidence of the latest 7 UTC days. Evidence that cannot be verified to concern the asset is left out; where too little remains, the answer is 404.",
    path: `${namespace.basePath}/${namespace.assetPath}/{${keyField}}/explain`,
    access: "any_account",
    caching: { maxAgeSeconds: 60 },
    command: { word: "explain", text: "why a stock is hot, from cited evidence", needsExplainer: true },
    parameters: { asset: assetParameter(namespace), as_of: asOfParameter },
    refused: [sourceRefused],
    result,
    errors: ["lookback_exceeded", "unsupported_asset", "insufficient_data", "explanation_unavailable"],
    prepare: ({ parameters }, dataset, call) => {
      const days = DEFAULT_PERIOD_DAYS.detail;
      const period: Period = { from: addDays(call.today, 1 - days), to: call.today, days };
      if (call.asOf !== undefined) refuseTooDeep(period, call);
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, parameters.asset);
        const { explainer } = dataset;
        if (explainer === null) {
          throw new MarketDataError("explanation_unavailable", "Explanations are not available here.");
        }
        const view = await dataset.view(call.asOf?.at);
        refuseUnrecorded(namespace, view, call);
        const question = { namespace, asset, period, view, now: call.now, isPast: call.asOf !== undefined };
        const { text, cached, generatedAt, model } = await explainer.explain(question, { signal: call.signal });
        return chosenRow(result, {
          ...subjectFields(asset),
          explanation: text,
          cached,
          generated_at: generatedAt.toISOString(),
          model,
        });
      };
      return { window: period, run };
    },
  });
}
