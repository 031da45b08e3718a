/** An invented market over real listings: its records, the truth behind them, and loading them into a data directory. */
export {
  DEFAULT_SEED,
  SAMPLE_DAYS,
  type SampleDayTruth,
  sampleNamespaceIds,
  type SampleNamespaceId,
  sampleRecords,
  type SampleRequest,
  sampleTruth,
} from "./generator/index.js";
export { type LoadSampleOptions, loadSample, type SamplePeriod } from "./load-sample.js";
export { modelIdentity, readVerdicts, recordedJudge, sampleVerdictsFile, verdictsFile } from "./recorded-judge.js";
export { questionKey, type RecordedVerdicts } from "./recorded-verdicts.js";
export { type SampleLoading, startSample, type StartSampleOptions } from "./start-sample.js";
