import type { Dataset } from "../dataset.js";
import { MarketDataError } from "../errors.js";
import { linkDocument } from "../ingest/mentions-of.js";
import { roundScore } from "../metrics/rounding.js";
import { type CompaniesResponse, companiesResponseSchema, textRequestSchema } from "../schema/text.js";
import { normalisedSpans, normaliseText } from "../sentiment/normalise-text.js";
import type { TextJudgement, TextSpan, TextToJudge } from "../sentiment/text-model.js";
import { judgedAll, readRequest, sentimentOf, textQuestion, type TextSentiment } from "./analyze.js";
import { type CallContext, defineOperation } from "./operation.js";

/** Most companies judged per text: each costs as much as a separate text. */
export const MOST_JUDGED_COMPANIES = 8;

/** How ingest reads a headline about stocks. */
const reading = { textStyle: "news", assetTypes: ["stock", "etf"] } as const;

/** `POST /sentiment/v1/analyze/companies`: the companies of one text, each judged from its own point of view. */
export function analyzeCompanies() {
  return defineOperation({
    name: "analyze-companies",
    namespace: null,
    summary: "Analyse one text for each company in it",
    description: `Finds the stocks and ETFs that a text names, and judges it from the point of view of each, as a news headline is when it is ingested. Beside them stands the judgement that \`analyze\` gives. Of a text with more than ${MOST_JUDGED_COMPANIES} companies, the ${MOST_JUDGED_COMPANIES} surest are judged. It counts as one request.`,
    method: "POST",
    path: "/sentiment/v1/analyze/companies",
    access: "professional",
    caching: { maxAgeSeconds: null },
    // `analyze --companies` prints it.
    command: null,
    example: {
      text: "Goldman cuts Tesla price target, upgrades Ford",
      target: "Tesla",
      target_found: true,
      ticker: "F",
      company_name: "Ford Motor",
      link_confidence: 0.94,
      start: 42,
      end: 46,
      sentiment_score: 0.712,
      sentiment_label: "positive",
      negative: 0.051,
      neutral: 0.186,
      positive: 0.763,
      engine_version: "5.5",
    },
    parameters: {},
    body: textRequestSchema,
    result: companiesResponseSchema,
    errors: ["model_unavailable"],
    prepare: ({ body }, dataset, call) => {
      const request = readRequest(body);
      return { window: null, run: () => analyzeForCompanies(request, dataset, call) };
    },
  });
}

/** A company that a text names, and what the text says of it. */
export interface CompanySentiment extends Pick<TextJudgement, "score" | "label" | "probabilities"> {
  /** Key of the stock or ETF in the reference graph. */
  readonly ticker: string;
  readonly name: string | null;
  /** How sure the link is, above 0 up to 0.99. */
  readonly confidence: number;
  /** Where the normalised text names it, in order. */
  readonly spans: readonly TextSpan[];
}

/** Judgement of one text, as a whole or for its target, and for each company that it names. */
export interface CompaniesSentiment extends TextSentiment {
  /** In the order in which the text names them first; at most {@link MOST_JUDGED_COMPANIES}. */
  readonly companies: readonly CompanySentiment[];
}

/**
 * Judges one text as `judgeText` does, and from the point of view of each company that it names, by the rules by which a
 * headline is ingested.
 *
 * @param body `{ text, target? }`, as of a request.
 * @throws MarketDataError `invalid_parameters`, `invalid_text`, `model_unavailable`; rethrows `signal.reason`.
 */
export async function judgeCompanies(
  body: unknown,
  dataset: Dataset,
  call: Pick<CallContext, "signal">,
): Promise<CompaniesSentiment> {
  const request = readRequest(body);
  const { linker, stocks } = dataset;
  if (linker === null) throw new MarketDataError("model_unavailable", "Companies are not looked for here.");
  const named = linkDocument(
    { title: request.text, body: null, createdMs: null },
    { hints: [], hintUse: "none" },
    linker,
    stocks,
    reading,
  );
  const asked = named.slice(0, MOST_JUDGED_COMPANIES);
  const questions = [
    textQuestion(request, dataset),
    ...asked.flatMap(({ question }) => (question === null ? [] : ofAnyKind(question))),
  ];
  const [whole, ...each] = await judgedAll(questions, dataset, call);
  if (whole === undefined) throw new MarketDataError("model_unavailable", "The model gave no answer.");
  const normalised = normaliseText(request.text);
  const companies = asked.map(({ key, relevance, question }, index): CompanySentiment => {
    const judgement = each[index]?.judgement;
    if (judgement === undefined) throw new MarketDataError("model_unavailable", "The model gave too few answers.");
    const { score, label, probabilities } = judgement;
    const spans = normalisedSpans(normalised, question?.target?.spans ?? []);
    const name = stocks.lookup(key)?.name ?? null;
    return { ticker: key, name, confidence: relevance, spans, score: roundScore(score), label, probabilities };
  });
  const firstPlace = ({ spans }: CompanySentiment) => spans[0]?.start ?? Infinity;
  companies.sort((a, b) => firstPlace(a) - firstPlace(b) || (a.ticker < b.ticker ? -1 : 1));
  return { ...sentimentOf(whole, request), companies };
}

/**
 * {@link judgeCompanies} in the form of the HTTP answer.
 *
 * @throws MarketDataError as {@link judgeCompanies}.
 */
export async function analyzeForCompanies(...asked: Parameters<typeof judgeCompanies>): Promise<CompaniesResponse> {
  return responseOf(await judgeCompanies(...asked));
}

/** The question as about the text as a whole, which may be of any kind. */
function ofAnyKind({ text, target }: TextToJudge): TextToJudge {
  return target === undefined ? { text } : { text, target };
}

function responseOf({ companies, ...whole }: CompaniesSentiment): CompaniesResponse {
  return {
    text: whole.text,
    target: whole.target,
    target_found: whole.targetFound,
    ...directionOf(whole),
    engine_version: whole.engineVersion,
    companies: companies.map((company) => ({
      ticker: company.ticker,
      company_name: company.name,
      link_confidence: company.confidence,
      spans: company.spans.map(({ start, end }) => ({ start, end })),
      ...directionOf(company),
    })),
  };
}

function directionOf({ score, label, probabilities }: Pick<TextJudgement, "score" | "label" | "probabilities">) {
  const negative = sixDecimals(probabilities.negative);
  const neutral = sixDecimals(probabilities.neutral);
  const positive = sixDecimals(probabilities.positive);
  return { sentiment_score: score, sentiment_label: label, probabilities: { negative, neutral, positive } };
}

const sixDecimals = (share: number) => Math.round(share * 1e6) / 1e6;
