/** Everything that needs Node's file system: a data directory as a dataset, files in, reference tables in. */
export { readTableFile } from "./adapters/duckdb/read-table-file.js";
export { openRecords, type TableFileReader } from "./adapters/record-files/read-records.js";
export { patientTextModel, type PatienceOptions } from "./adapters/patient-text-model.js";
export { isObjectCache, openObjectCache, type ObjectCacheOptions } from "./adapters/object-storage/open-cache.js";
export { isObjectAddress, parseObjectAddress } from "./adapters/object-storage/object-address.js";
export type { S3Settings } from "./adapters/object-storage/s3-object-store.js";
export { remoteTextModel, type RemoteTextModelOptions } from "./adapters/remote-text-model.js";
export { openReader, type ReaderOptions } from "./adapters/duckdb/reader.js";
export type { TrinoOptions } from "./adapters/trino/options.js";
export { openTrinoReader } from "./adapters/trino/reader.js";
export { type HistoryOptions, openTables, openWriter } from "./adapters/duckdb/writer.js";
export { readSnapshot, readVersion } from "./adapters/duckdb/snapshot-files.js";
export { type RefusedSnapshot, repairDirectory, type RepairReport } from "./adapters/duckdb/repair.js";
export { defaultOpenTables, type OpenTableSettings } from "./adapters/delta/settings.js";
export { type StoredColumn, tableColumns, tableRows } from "./storage/table-columns.js";
export { type StoredTable, type StoredTables, storedTables, type TablePlace } from "./adapters/delta/stored-tables.js";
export { switchOpenTables } from "./adapters/delta/switch.js";
export { type RecipeEngine, recipeEngines, readingRecipe } from "./adapters/delta/reading-recipes.js";
export { type FolderContent, folderContent, SAMPLE_MARK, SAMPLE_SOURCE } from "./node/folder-content.js";
export { importReferenceFile, type ImportReferenceOptions } from "./node/import-reference.js";
export type { StreamInput } from "./adapters/record-files/stream-input.js";
export {
  type FileIngestReport,
  type FileProgress,
  ingestFiles,
  type IngestFilesOptions,
  type IngestInputOptions,
  ingestRecords,
} from "./node/ingest-files.js";
export {
  annotateFiles,
  type AnnotateFilesOptions,
  type AnnotateReport,
  publishAnnotated,
  type PublishOptions,
  type PublishReport,
} from "./node/annotate-files.js";
export {
  publishRolled,
  type PublishRolledOptions,
  type PublishRolledReport,
  rollUpDays,
  type StoredNamespace,
  waitingParts,
} from "./node/roll-up-days.js";
export type { RolledLine } from "./rollup/roll-up-part.js";
export type { AnnotatedLine } from "./annotate/annotated-document.js";
export type { GivenRecords } from "./node/given-records.js";
export {
  type AnalyzeOptions,
  type CallOptions,
  type IngestInput,
  type IngestOptions,
  type NamespaceApi,
  openSentiment,
  type OpenSentimentOptions,
  type Sentiment,
} from "./node/open-sentiment.js";
export { rebuildDerived, type RebuildDerivedOptions, type RebuiltNamespace } from "./node/rebuild-derived.js";
export { lazyTextModel, shippedTextModel } from "./node/lazy-text-model.js";
export { type LocalDatasetOptions, openLocalDataset } from "./node/local-dataset.js";
export {
  readCommonWords,
  readLinkingData,
  type ReferenceGraph,
  readReferenceGraph,
  shippedAssets,
} from "./node/reference-files.js";
export { type IngestSessionOptions, type SessionRun, withIngestSession } from "./node/ingest-session.js";
export { modelFolder } from "./node/model-folder.js";
export { writeDurably } from "./adapters/duckdb/durable-files.js";
export { type LanguageModelOptions, localExplainer, type LocalExplainerOptions } from "./node/local-explainer.js";
export type { CollectEvent, CollectorOptions } from "./node/collector-options.js";
export type { ConfigFault, ConfiguredSource, SourceConfig } from "./collect/source-config.js";
export type { PollReport } from "./collect/poll-source.js";
/** Loads everything of live sources: feeds, HTTP and schedules, which most programs never need. */
export const loadCollecting = () => import("./node/collecting.js");
