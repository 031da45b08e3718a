import type { Dataset } from "../dataset.js";
import { invalidParameters, MarketDataError } from "../errors.js";
import { roundScore } from "../metrics/rounding.js";
import { bodyIssues } from "../schema/body-issues.js";
import { type TextRequest, textRequestSchema, type TextResponse, textResponseSchema } from "../schema/text.js";
import type { TextJudgement, TextModel, TextToJudge } from "../sentiment/text-model.js";
import type { Asset } from "../subjects/asset.js";
import { defineOperation, type Operation } from "./operation.js";

/** `POST /sentiment/v1/analyze`: direction of one text, from the point of view of a target where one is named. */
export function analyze(): Operation<TextResponse> {
  return defineOperation({
    name: "analyze",
    namespace: null,
    summary: "Analyse one text",
    description:
      "Judges a text as a news headline. With a `target` it is judged from the point of view of that company, which may differ from that of others in the text.",
    method: "POST",
    path: "/sentiment/v1/analyze",
    access: "professional",
    parameters: {},
    body: textRequestSchema,
    result: textResponseSchema,
    errors: ["model_unavailable"],
    prepare: ({ body }, dataset, call) => {
      const parsed = textRequestSchema.safeParse(body, { reportInput: true });
      if (!parsed.success) throw invalidParameters(bodyIssues(parsed.error));
      const run = async () => {
        const model = dataset.textModel;
        if (model === null) throw new MarketDataError("model_unavailable", "Text analysis is not available here.");
        const question = textQuestion(parsed.data, dataset);
        const [judgement] = await model.judge([question], call.signal === undefined ? {} : { signal: call.signal });
        if (judgement === undefined) throw new MarketDataError("model_unavailable", "The model gave no answer.");
        return responseOf(judgement, model);
      };
      return { window: null, run };
    },
  });
}

/**
 * The model's question. A target that the reference graph knows, by its ticker or because the text names a company so, is
 * also looked for under its other names; the places of the other companies of the text are given along.
 */
export function textQuestion(
  { text, target }: TextRequest,
  { stocks, linker }: Pick<Dataset, "stocks" | "linker">,
): TextToJudge {
  if (target === undefined) return { text };
  const wanted = bareName(target);
  const links = (linker?.link(text, { style: "news" }) ?? []).map(({ key, spans }) => {
    const names = [...namesOf(stocks.lookup(key)), ...spans.map(({ start, end }) => text.slice(start, end))];
    return { key, spans, isTarget: names.some((name) => bareName(name) === wanted) };
  });
  const linked = links.find(({ isTarget }) => isTarget);
  // "Ford" is a ticker of another company: what the text is found to name comes first.
  const asset = stocks.lookup(linked?.key ?? wanted);
  const others = links.filter(({ key, isTarget }) => !isTarget && key !== asset?.key).flatMap(({ spans }) => spans);
  return { text, target: { name: target, aliases: namesOf(asset).filter((name) => name !== target), others } };
}

function namesOf(asset: Asset | null): string[] {
  if (asset === null) return [];
  return [asset.key, ...(asset.name === null ? [] : [asset.name]), ...asset.aliases];
}

function bareName(name: string): string {
  return name.replace(/^\$/, "").toLowerCase();
}

/** The wire form of a judgement. */
export function responseOf(judgement: TextJudgement, model: TextModel): TextResponse {
  return {
    text: judgement.text,
    sentiment_score: roundScore(judgement.score),
    sentiment_label: judgement.label,
    components: {
      engine_version: model.engineVersion,
      model_score: judgement.modelScore,
      vader_compound: null,
      roberta_score: null,
      emoji_score: 0,
      phrase_adjustment: 0,
      phrase_matches: [],
      contextual_finance_matches: [],
    },
  };
}
