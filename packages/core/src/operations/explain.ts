import { MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { addDays } from "../time/utc-day.js";
import { defineOperation, type Operation } from "./operation.js";
import { assetParameter, sourceRefused, supportedAsset } from "./parameters.js";
import { inOrder } from "./shape.js";

/** `GET …/explain`: why one asset is talked about, in one or two sentences over the latest 7 UTC days. */
export function explain(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const names = [subject.keyField, subject.nameField, "explanation", "cached", "generated_at", "model"];
  return defineOperation({
    name: "explain",
    namespace,
    summary: `Explain an asset: ${namespace.title}`,
    description:
      "Why the asset is talked about, from the evidence of the latest 7 UTC days. Evidence that cannot be verified to concern the asset is left out; where too little remains, the answer is 404.",
    path: `${namespace.basePath}/${namespace.assetPath}/{${subject.keyField}}/explain`,
    access: "any_account",
    parameters: { asset: assetParameter(namespace) },
    refused: [sourceRefused],
    result: resource(names, { nullable: [subject.nameField, "model"] }),
    errors: ["unsupported_asset", "insufficient_data", "explanation_unavailable"],
    prepare: ({ parameters }, dataset, call) => {
      const days = DEFAULT_PERIOD_DAYS.detail;
      const period: Period = { from: addDays(call.today, 1 - days), to: call.today, days };
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, parameters.asset);
        const { explainer } = dataset;
        if (explainer === null) {
          throw new MarketDataError("explanation_unavailable", "Explanations are not available here.");
        }
        const question = { namespace, asset, period, view: await dataset.view(), now: call.now };
        const { text, cached, generatedAt, model } = await explainer.explain(question, { signal: call.signal });
        return inOrder(names, {
          [subject.keyField]: asset.key,
          [subject.nameField]: asset.name,
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
