/** Everything about live sources, in one module that only collecting programs load. */
export {
  type ConfigFault,
  type ConfiguredSource,
  readSourceConfig,
  type SourceConfig,
  SourceConfigError,
  sourceConfigSchema,
} from "../collect/source-config.js";
export { exampleSources, SOURCE_SCHEMA_FILE } from "../collect/example-sources.js";
export { optionValue } from "../collect/option-value.js";
export { withEnabled, withSource } from "../collect/edit-source-config.js";
export { type PollReport, pollSource } from "../collect/poll-source.js";
export { sourceConnectors } from "../collect/source-registry.js";
export { HttpSender } from "../adapters/collect/http-sender.js";
export { collect, pollOnce } from "./collect.js";
