import type { Dataset } from "../dataset.js";
import { invalidParameters, MarketDataError } from "../errors.js";
import { roundScore } from "../metrics/rounding.js";
import { bodyIssues } from "../schema/body-issues.js";
import {
  type TextAnalysis,
  type TextRequest,
  textRequestSchema,
  type TextResponse,
  textResponseSchema,
} from "../schema/text.js";
import type { TextJudgement, TextModel, TextToJudge } from "../sentiment/text-model.js";
import type { Asset } from "../subjects/asset.js";
import { type CallContext, defineOperation } from "./operation.js";

/** `POST /sentiment/v1/analyze`: direction of one text, from the point of view of a target where one is named. */
export function analyze() {
  return defineOperation({
    name: "analyze",
    namespace: null,
    summary: "Analyse one text",
    description:
      "Judges a text as a news headline. With a `target` it is judged from the point of view of that company, which may differ from that of others in the text. A target that is not in the text gets a neutral answer where the text names other companies; where it names none, the text is read as being about the target.",
    method: "POST",
    path: "/sentiment/v1/analyze",
    access: "professional",
    caching: { maxAgeSeconds: null },
    // The command `analyze` reads files as well.
    command: null,
    example: {
      text: "Goldman cuts Tesla price target, upgrades Ford",
      sentiment_score: -0.764,
      sentiment_label: "negative",
      engine_version: "5.5",
      model_score: -0.764128,
      emoji_score: 0,
      phrase_adjustment: 0,
      phrase_matches: [],
      contextual_finance_matches: [],
    },
    parameters: {},
    body: textRequestSchema,
    result: textResponseSchema,
    errors: ["model_unavailable"],
    prepare: ({ body }, dataset, call) => {
      const request = readRequest(body);
      return { window: null, run: async () => responseOf(await judged(request, dataset, call)) };
    },
  });
}

/**
 * Judges one text as {@link analyze} does, and says too whether the target is in it. A target that is not in a text that
 * names other companies gets a neutral answer: the text says nothing about it. Where the text names no company at all
 * ("shares jump 10 % after results"), it is read as being about the target.
 *
 * @param body `{ text, target? }`, as of a request.
 * @throws MarketDataError `invalid_parameters`, `invalid_text`, `model_unavailable`.
 */
export async function analyzeText(
  body: unknown,
  dataset: Dataset,
  call: Pick<CallContext, "signal">,
): Promise<TextAnalysis> {
  const analysis = await judged(readRequest(body), dataset, call);
  return { ...responseOf(analysis), target_found: analysis.judgement.targetFound };
}

/** What one text says, for programs. */
export interface TextSentiment extends Omit<TextJudgement, "text"> {
  /** The normalised text that was judged. */
  readonly text: string;
  /** The target as it was asked for, trimmed; null without one. */
  readonly target: string | null;
  readonly engineVersion: string;
}

/**
 * Judges one text as {@link analyzeText} does, with the probabilities behind the score.
 *
 * @throws MarketDataError `invalid_parameters`, `invalid_text`, `model_unavailable`; rethrows `signal.reason`.
 */
export async function judgeText(
  body: unknown,
  dataset: Dataset,
  call: Pick<CallContext, "signal">,
): Promise<TextSentiment> {
  const request = readRequest(body);
  return sentimentOf(await judged(request, dataset, call), request);
}

/** A judgement for programs. */
export function sentimentOf({ judgement, model }: Analysis, { target }: TextRequest): TextSentiment {
  return {
    ...judgement,
    score: roundScore(judgement.score),
    target: target ?? null,
    engineVersion: model.engineVersion,
  };
}

/** A judgement, and the model that made it. */
export interface Analysis {
  readonly judgement: TextJudgement;
  readonly model: TextModel;
}

/**
 * The checked body of an analysis.
 *
 * @throws MarketDataError `invalid_parameters`.
 */
export function readRequest(body: unknown): TextRequest {
  const parsed = textRequestSchema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(bodyIssues(parsed.error));
  return parsed.data;
}

async function judged(request: TextRequest, dataset: Dataset, call: Pick<CallContext, "signal">): Promise<Analysis> {
  const [analysis] = await judgedAll([textQuestion(request, dataset)], dataset, call);
  if (analysis === undefined) throw new MarketDataError("model_unavailable", "The model gave no answer.");
  return analysis;
}

/**
 * The model's answers, in the order of the questions.
 *
 * @throws MarketDataError `invalid_text`, `model_unavailable`; rethrows `signal.reason`.
 */
export async function judgedAll(
  questions: readonly TextToJudge[],
  dataset: Dataset,
  { signal }: Pick<CallContext, "signal">,
): Promise<Analysis[]> {
  const model = dataset.textModel;
  if (model === null) throw new MarketDataError("model_unavailable", "Text analysis is not available here.");
  const judgements = await model.judge(questions, signal === undefined ? {} : { signal });
  return judgements.map((judgement, index) => {
    const isAboutOthers = judgement.targetFound === false && (questions[index]?.target?.others ?? []).length > 0;
    return { model, judgement: isAboutOthers ? { ...judgement, ...nothingSaid } : judgement };
  });
}

/** The judgement for a company in a text that is only about others. */
const nothingSaid = {
  score: 0,
  label: "neutral",
  modelScore: 0,
  probabilities: { negative: 0, neutral: 1, positive: 0 },
} as const satisfies Partial<TextJudgement>;

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
    return { key, spans, isNamedSo: names.some((name) => bareName(name) === wanted) };
  });
  // Names found in the text take precedence: "Ford" is also another company's ticker.
  const asset = stocks.lookup(links.find(({ isNamedSo }) => isNamedSo)?.key ?? wanted);
  const main = asset?.primary == null ? null : stocks.lookup(asset.primary);
  const others = links.filter(({ key, isNamedSo }) => !isNamedSo && !isSameCompany(stocks.lookup(key), asset));
  const aliases = new Set([...namesOf(asset), ...namesOf(main)]);
  aliases.delete(target);
  return { text, target: { name: target, aliases: [...aliases], others: others.flatMap(({ spans }) => spans) } };
}

/** Two listings of one company have one main listing. */
function isSameCompany(one: Asset | null, other: Asset | null): boolean {
  return one !== null && other !== null && (one.primary ?? one.key) === (other.primary ?? other.key);
}

function namesOf(asset: Asset | null): string[] {
  if (asset === null) return [];
  return [asset.key, ...(asset.name === null ? [] : [asset.name]), ...asset.aliases];
}

function bareName(name: string): string {
  return name.replace(/^\$/, "").toLowerCase();
}

/** The wire form of a judgement. */
function responseOf({ judgement, model }: Analysis): TextResponse {
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
