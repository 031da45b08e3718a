/** Public API of core. Importing it needs neither the query engine nor the model run-time. */
export type { Explainer, Explanation, ExplainQuestion } from "./explain/explainer.js";
export type { Attention, CitedMention, Evidence, Lean, Shares, Topic } from "./explain/evidence.js";
export { type Dataset, type DatasetParts, openDataset } from "./dataset.js";
export {
  type CompiledQuery,
  type DataStore,
  type DataView,
  type QueryOptions,
  type RowFormat,
  rowFormats,
  type RowsQuery,
  type SqlValue,
  type WriteOptions,
} from "./engine.js";
export type { SqlDialect, SqlText } from "./query/sql-dialect.js";
export { faultOfTrinoName, faultOfTrinoUrl } from "./schema/trino-place.js";
export {
  type ErrorCode,
  errorCodes,
  type ErrorDetails,
  type InputIssue,
  invalidParameters,
  MarketDataError,
} from "./errors.js";
export {
  type Connector,
  connectorFor,
  type ConnectorContext,
  type RecordField,
} from "./ingest/connectors/connector.js";
export { type HintUse, hintUses } from "./ingest/hint-use.js";
export { documentId, noReactions, type Reactions, type SourceDocument } from "./ingest/document.js";
export { ingest, type IngestParts } from "./ingest/pipeline.js";
export {
  type RecordOutcome,
  recordOutcomeNames,
  recordOutcomes,
  type RecordTrait,
  recordTraitNames,
  recordTraits,
} from "./ingest/record-outcomes.js";
export type { IngestCounts, IngestProgress, IngestReport, RejectCause, RunParts } from "./ingest/run-ledger.js";
export type { UnreadColumn } from "./ingest/unread-columns.js";
export type {
  CounterUpdate,
  ExtractedRecord,
  NormalisedRecord,
  RecordContent,
  RecordFault,
  RejectedRecord,
  RejectReason,
  Removal,
} from "./ingest/record.js";
export type { MarketConnector, MarketObservation } from "./ingest/connectors/market-connector.js";
export { ingestNamespace, type NamespaceIngestParts } from "./ingest/ingest-namespace.js";
export { ingestMarkets, type MarketIngestParts } from "./ingest/market-pipeline.js";
export type { AssetLink } from "./linking/asset-link.js";
export { createLinker, type Linker, type LinkerParts, type LinkingData, type LinkOptions } from "./linking/link.js";
export { type CommonWords, parseCommonWords } from "./linking/common-words.js";
export { type ContextModel, parseContextModel } from "./linking/context-model.js";
export type { ContextFacts } from "./linking/mention-context.js";
export {
  BUZZ_TERMS,
  BUZZ_TERMS_WITHOUT_PLACES,
  type BuzzReference,
  type BuzzTerm,
  buzz,
  meanPerDay,
  saturation,
} from "./metrics/buzz.js";
export { type AttentionMention, type BuzzMeasures, evidenceOf } from "./metrics/evidence.js";
export {
  type MarketActivity,
  type MarketBaseline,
  marketBaseline,
  marketBuzz,
  marketLevel,
  marketWindowBuzz,
  runningMarketBuzz,
} from "./metrics/market-buzz.js";
export { mentionWeight } from "./metrics/mention-weight.js";
export {
  type OpinionMention,
  percentages,
  polarityParts,
  type PolarityParts,
  polarityScore,
} from "./metrics/polarity.js";
export { roundDecimal } from "./metrics/rounding.js";
export {
  type DirectedMarket,
  type DirectionParts,
  directionParts,
  type EventVote,
  eventVotes,
  marketScore,
} from "./predmarket/direction.js";
export { type QuestionReading, readQuestion } from "./predmarket/question.js";
export {
  type AttentionTrade,
  TRADING_REFERENCE_START,
  tradingBuzz,
  type TradingMeasures,
  tradingMeasures,
} from "./predmarket/trading-buzz.js";
export { dayCoverages, type HourlyDay } from "./metrics/day-coverage.js";
export { BUZZ_REFERENCE_START, isProvisionalReference, referenceOf } from "./metrics/buzz-reference.js";
export { seriesTrend, TREND_SERIES_DAYS, type TrendSeries } from "./metrics/series-trend.js";
export { type Trend, type TrendChange, trendChange, type TrendDay, trendOf } from "./metrics/trend.js";
export {
  ASSET_DEVIATION,
  EVEN_WEEK,
  NAMESPACE_DEVIATION,
  type ProfileDay,
  type WeekdayProfile,
  weekdayProfile,
} from "./metrics/weekday-profile.js";
export {
  defineNamespace,
  type Dimension,
  type MarketNamespace,
  type NamespaceDefinition,
  type NamespaceKind,
  type TextNamespace,
} from "./namespaces/define.js";
export { namespaceOf, namespaces, type ServedNamespace, servedNamespaces } from "./namespaces/index.js";
export {
  analyzeForCompanies,
  type CompaniesSentiment,
  type CompanySentiment,
  judgeCompanies,
  MOST_JUDGED_COMPANIES,
} from "./operations/analyze-companies.js";
export { analyzeText, judgeText, textQuestion, type TextSentiment } from "./operations/analyze.js";
export { type DataSpan, dataSpan } from "./operations/data-span.js";
export { similarAssets, type SimilarAssets } from "./operations/similar-assets.js";
export type { SourceReport, SourcesReport } from "./collect/source-report.js";
export {
  allOperations,
  type NamedOperations,
  namedOperations,
  type OperationName,
  operationsOf,
} from "./operations/index.js";
export { mediaTypeOf, type Panel, type PanelManifest, type PanelReading } from "./operations/panel-answer.js";
export {
  type Access,
  type Caching,
  type CallContext,
  type CommandWords,
  defineOperation,
  invoke,
  type Operation,
  type OperationInput,
  type OperationWindow,
  type PreparedOperation,
} from "./operations/operation.js";
export { csvText, hasRows } from "./schema/csv-text.js";
export {
  fieldOf,
  isRow,
  itemsOf,
  objectOf,
  type ResultColumn,
  type ResultRow,
  rowColumns,
  rowsIn,
  valueAt,
} from "./schema/result-shape.js";
export { type FieldName, fields } from "./schema/fields.js";
export { type FieldOrigin, fieldOrigins } from "./schema/field-origins.js";
export { measures } from "./namespaces/measures.js";
export { bodyIssues } from "./schema/body-issues.js";
export {
  INFERENCE_MAX_TEXT_CHARS,
  INFERENCE_MAX_TEXTS,
  INFERENCE_PATH,
  type InferenceRequest,
  inferenceRequestSchema,
  type InferenceResponse,
  inferenceResponseSchema,
} from "./schema/inference.js";
export type { InputOf, Parameter, ParameterSet, RawParameters } from "./schema/parameters.js";
export { columnsOf, resource, type ResourceColumn, type ResourceSchema, type Row } from "./schema/resource.js";
export {
  type CompaniesResponse,
  companiesResponseSchema,
  TARGET_MAX_CHARS,
  TEXT_MAX_CHARS,
  type TextAnalysis,
  textAnalysisSchema,
  textRequestSchema,
  type TextResponse,
  textResponseSchema,
} from "./schema/text.js";
export { parseModelManifest } from "./sentiment/model-manifest.js";
export { prepareText } from "./sentiment/prepare-text.js";
export {
  ENGINE_VERSION,
  type JudgeOptions,
  type SentimentLabel,
  type SentimentTarget,
  type TextJudge,
  type TextJudgement,
  type TextKind,
  type TextModel,
  type TextSpan,
  type TextToJudge,
  type TextVerdict,
} from "./sentiment/text-model.js";
export { DailyStore, type DailyStoreOptions, type PublicationOptions } from "./rollup/daily-store.js";
export type { RolledDays, RollUpOptions } from "./rollup/roll-up.js";
export { rebuild, type RebuildOptions, type RebuildProgress, type RebuildReport } from "./rollup/rebuild.js";
export { memoryTableStore } from "./storage/memory-table-store.js";
export type { TableChange, TableRows, TableStore } from "./storage/table-store.js";
export { SERVICE_VERSION } from "./service-version.js";
export type { IngestRun, Snapshot, StoredFile } from "./storage/snapshot.js";
export type { Asset, AssetType } from "./subjects/asset.js";
export { AssetDirectory } from "./subjects/directory.js";
export type { AssetGrammar } from "./subjects/grammars.js";
export type { ImportReport } from "./subjects/import-assets.js";
export { type NewsSource, NewsSourceDirectory } from "./subjects/news-sources.js";
export { parseAssets } from "./subjects/parse-assets.js";
export { parseTokens } from "./subjects/parse-tokens.js";
export { DEFAULT_PERIOD_DAYS, type Period, resolvePeriod } from "./time/period.js";
export {
  addDays,
  dayOf,
  daysBetween,
  daysFrom,
  parseUtcDay,
  startOfDayMs,
  type UtcDay,
  utcDay,
  weekdayOf,
} from "./time/utc-day.js";
