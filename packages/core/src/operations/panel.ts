import { z } from "zod";
import type { Dataset } from "../dataset.js";
import type { RowFormat } from "../engine.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { panelDays, panelQuery } from "../query/panel-query.js";
import { SERVICE_VERSION } from "../service-version.js";
import { resource } from "../schema/resource.js";
import { readerOf } from "./namespace-reader.js";
import { type CallContext, defineOperation } from "./operation.js";
import { type Panel, type PanelManifest, panelManifestSchema, StoredPanel } from "./panel-answer.js";
import { panelAssets, panelFields, panelParameters } from "./panel-parameters.js";
import { resolveWindow, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { readDayCoverages } from "./trend-calendar.js";

/** Days of a panel for which no start is given. */
const PANEL_DAYS = 30;

/** A panel needs explicit days: a window that moves during the download would be useless. */
const refused = [{ name: "days", msg: "A panel has no 'days'. Use 'from' and 'to'." }, sourceRefused];

const manifestExample = ({ id, subject }: NamespaceDefinition) => ({
  namespace: id,
  format: "parquet",
  fields: ["date", subject.keyField, "buzz_score", "coverage"],
  from: "2026-02-01",
  to: "2026-02-28",
  as_of: "2026-03-01T00:00:00.000Z",
  assets: 2,
  rows: 56,
  bytes: 2_418,
  tag: "mJ0w3hVb2nJb7m1dQy8f4ZsXk2A",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  snapshot: 512,
  published_at: "2026-03-12T13:05:00.000Z",
  engine_version: "5.5",
  interface_version: SERVICE_VERSION,
});

/** The last columns of every row, about its day. */
const dayFields = ["coverage", "known_at", "revision", "frozen"] as const;

/** The schema of a row of a panel. */
function panelRow(namespace: NamespaceDefinition) {
  const { values, references } = readerOf(namespace).panel(namespace);
  const names = ["date", namespace.subject.keyField, ...Object.keys(values), ...Object.keys(references), ...dayFields];
  return resource(names, { nullable: Object.keys(values) });
}

/** `GET /export/panel`: one row per day and asset, for backtests. Professional accounts only. */
export function panel(namespace: NamespaceDefinition) {
  const rows = z.array(panelRow(namespace)).meta({ description: "One row per day and asset, by day, then by asset." });
  return defineOperation({
    name: "panel",
    namespace,
    summary: `Panel of days and assets: ${namespace.title}`,
    description:
      "One row per UTC day and asset, by day, then by asset, as it comes: values of the measures, counts, what the day is measured against, and how well it is known. A value is null where the day was not seen, and 0 where it was and nobody spoke. A month is the same in every window that holds it, so a download that was cut goes on with `from`; with `as_of` it does so even if there is new data meanwhile.",
    path: `${namespace.basePath}/export/panel`,
    access: "professional",
    caching: { maxAgeSeconds: 0, validated: true },
    command: null,
    parameters: panelParameters(namespace),
    refused,
    // The schema of a streamed answer is that of its rows.
    result: rows as unknown as z.ZodType<Panel>,
    isStreamed: true,
    isEmpty: ({ rows: count }) => count === 0,
    defaultDays: PANEL_DAYS,
    errors: ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => preparePanel(namespace, parameters, dataset, call),
  });
}

/** `GET /export/panel/manifest`: what a panel is made from, and the digest of its bytes. Professional accounts only. */
export function panelManifest(namespace: NamespaceDefinition) {
  return defineOperation({
    name: "panel-manifest",
    namespace,
    summary: `Manifest of a panel: ${namespace.title}`,
    description:
      "What the panel of the same parameters is made from, with the SHA-256 of its bytes: who has both can tell whether a result was reproduced. It is at hand when the panel has just been sent; else the panel is made once more.",
    path: `${namespace.basePath}/export/panel/manifest`,
    access: "professional",
    caching: { maxAgeSeconds: 0, validated: true },
    command: null,
    parameters: panelParameters(namespace),
    refused,
    result: panelManifestSchema,
    example: manifestExample(namespace),
    defaultDays: PANEL_DAYS,
    errors: ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const { window, run } = await preparePanel(namespace, parameters, dataset, call);
      return { window, run: async (): Promise<PanelManifest> => (await run()).manifest() };
    },
  });
}

async function preparePanel(
  namespace: NamespaceDefinition,
  parameters: {
    readonly from: Parameters<typeof resolveWindow>[0]["from"];
    readonly to: Parameters<typeof resolveWindow>[0]["to"];
    readonly assets: readonly string[];
    readonly all: boolean;
    readonly fields: readonly string[];
    readonly format: RowFormat;
  },
  dataset: Dataset,
  call: CallContext,
) {
  const scope = await requestScope(namespace, dataset, call);
  const { keyField } = namespace.subject;
  const fields = panelFields(Object.keys(panelRow(namespace).shape), keyField, parameters.fields);
  const keys = panelAssets(dataset, namespace, parameters);
  const sent = { from: parameters.from, to: parameters.to, days: undefined };
  const window = resolveWindow(sent, { defaultDays: PANEL_DAYS }, namespace, dataset, scope.view, call);
  const run = (): Promise<Panel> => {
    // Full hours, so that two requests within an hour get the same bytes.
    const hour = new Date(Math.floor(call.now.getTime() / 3_600_000) * 3_600_000);
    const source = readerOf(namespace).panel(namespace);
    const queryFor = async (format: RowFormat) => {
      const coverage = await readDayCoverages(scope, window, hour);
      const days = panelDays(window.from, window.to, coverage);
      const isText = format === "csv" || format === "ndjson";
      return panelQuery(source, fields, { keyField, days, keys, isText });
    };
    const made = { scope, window, fields, keys, hour, format: parameters.format, queryFor };
    return Promise.resolve(new StoredPanel(made));
  };
  return { window, run };
}
