import { invalidParameters, MarketDataError } from "../errors.js";
import { roundScore } from "../metrics/rounding.js";
import { bodyIssues } from "../schema/body-issues.js";
import { type TextRequest, textRequestSchema, type TextResponse, textResponseSchema } from "../schema/text.js";
import type { SentimentTarget, TextJudgement, TextModel, TextToJudge } from "../sentiment/text-model.js";
import type { AssetDirectory } from "../subjects/directory.js";
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
        const question = questionOf(parsed.data, dataset.stocks);
        const [judgement] = await model.judge([question], call.signal === undefined ? {} : { signal: call.signal });
        if (judgement === undefined) throw new MarketDataError("model_unavailable", "The model gave no answer.");
        return responseOf(judgement, model);
      };
      return { window: null, run };
    },
  });
}

/** The model's question: a target that the reference graph knows is also looked for under its other names. */
export function questionOf({ text, target }: TextRequest, stocks: AssetDirectory): TextToJudge {
  if (target === undefined) return { text };
  return { text, target: targetOf(target, stocks) };
}

function targetOf(name: string, stocks: AssetDirectory): SentimentTarget {
  const asset = stocks.lookup(name.replace(/^\$/, ""));
  if (asset === null) return { name };
  const names = [asset.key, ...(asset.name === null ? [] : [asset.name]), ...asset.aliases];
  return { name, aliases: names.filter((alias) => alias !== name) };
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
