import { z } from "zod";
import { invalidParameters, MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { Parameter } from "../schema/parameters.js";
import { chosenRow, resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { findAsset, periodParameters, resolveWindow, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { isIdle, subjectFields } from "./shape.js";

/** Most assets that one comparison takes. */
const COMPARE_LIMIT = 10;

/** `GET /compare`: up to ten assets side by side, hottest first; an asset without activity is a row of zeros. */
export function compare<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const { subject } = namespace;
  const fields: Namespace["compare"]["fields"] = namespace.compare.fields;
  const listKey: Namespace["compare"]["listKey"] = namespace.compare.listKey;
  const { parameter: parameterName } = namespace.compare;
  const assets = assetListParameter(namespace);
  const item = resource(fields, { nullable: ["trend"] });
  const rows = z.array(item).meta({ description: "One row per asset, by `buzz_score`, ties by ticker." });
  const result = resource(["period_days", listKey], {
    // The definition chooses one of the two names.
    extra: { [listKey]: rows } as Readonly<Record<Namespace["compare"]["listKey"], typeof rows>>,
  });
  return defineOperation({
    name: "compare",
    namespace,
    summary: `Compare assets: ${namespace.title}`,
    description: `Up to ${COMPARE_LIMIT} assets over one period, by \`buzz_score\`. A supported asset without activity is kept as a row of zeros.`,
    path: `${namespace.basePath}/compare`,
    access: "any_account",
    caching: { maxAgeSeconds: 30, shareable: true },
    command: { word: "compare", text: "up to ten assets side by side" },
    isEmpty: (answer) =>
      (answer as Readonly<Record<string, object[]>>)[listKey]?.every((row) => isIdle(row, namespace)) ?? true,
    parameters: { assets, ...periodParameters },
    refused: [sourceRefused],
    result,
    defaultDays: DEFAULT_PERIOD_DAYS.detail,
    errors: ["invalid_asset_count", "lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const spellings = distinctSpellings(namespace, parameters.assets);
      const wanted = new Map<string, string | null>();
      const unknown: string[] = [];
      for (const spelling of spellings) {
        const asset = findAsset(dataset, namespace, spelling);
        if (asset === null) unknown.push(spelling);
        else wanted.set(asset.key, asset.name);
      }
      refuseCount(namespace, wanted.size + unknown.length);
      const [first, ...rest] = unknown.map((spelling) => ({
        loc: ["query", parameterName],
        msg: `The ${subject.keyField} ${spelling} is not supported.`,
        type: subject.notFoundCode,
        input: spelling,
      }));
      if (first !== undefined) throw invalidParameters([first, ...rest]);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.detail },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const run = async () => {
        const keys = [...wanted.keys()];
        const active = await readerOf(namespace).activity.ofAssets(scope, { keys, period, fields });
        const items = active
          .sort((a, b) => b.buzz - a.buzz || (a.key < b.key ? -1 : 1))
          .map(({ key, values }) =>
            chosenRow(item, { ...values, ...subjectFields({ key, name: wanted.get(key) ?? null }) }),
          );
        return chosenRow(result, { period_days: period.days, stocks: items, tokens: items });
      };
      return { window: period, run };
    },
  });
}

/** The comma-separated list. A missing one counts as empty, which is refused with its own error. */
function assetListParameter<const Namespace extends NamespaceDefinition>(
  namespace: Namespace,
): Parameter<readonly string[], Namespace["compare"]["parameter"]> & { readonly expected: true } {
  const parameter: Namespace["compare"]["parameter"] = namespace.compare.parameter;
  return {
    name: parameter,
    in: "query",
    operand: "assets",
    description: `Comma-separated ${parameter}, at most ${COMPARE_LIMIT}; an optional \`$\` is removed, repeats count once.`,
    expected: true,
    schema: { type: "string", minLength: 1 },
    example: parameter === "tickers" ? "AAPL,MSFT" : "BTC,ETH",
    fallback: [],
    parse: (text) => ({ value: text.split(",") }),
  };
}

/** Distinct spellings of the list. @throws MarketDataError `invalid_asset_count`, `invalid_parameters`. */
function distinctSpellings(namespace: NamespaceDefinition, spellings: readonly string[]): string[] {
  const { parameter } = namespace.compare;
  const parts = spellings.map((part) => part.trim().replace(/^\$/, "")).filter((part) => part !== "");
  const distinct = [...new Set(parts.map((part) => part.toUpperCase()))];
  refuseCount(namespace, distinct.length);
  const issues = distinct
    .filter((part) => namespace.subject.parse(part) === null)
    .map((part) => ({
      loc: ["query", parameter],
      msg: `Not a valid ${namespace.subject.keyField}: ${part.slice(0, 40)}. ${namespace.subject.description}`,
      type: "string_pattern_mismatch",
      input: part.slice(0, 100),
    }));
  const [first, ...rest] = issues;
  if (first !== undefined) throw invalidParameters([first, ...rest]);
  return distinct;
}

function refuseCount(namespace: NamespaceDefinition, count: number): void {
  if (count >= 1 && count <= COMPARE_LIMIT) return;
  const { parameter } = namespace.compare;
  const message =
    count === 0
      ? `Give at least one asset in '${parameter}'.`
      : `At most ${COMPARE_LIMIT} assets can be compared; ${count} were given.`;
  throw new MarketDataError("invalid_asset_count", message, {
    error: count === 0 ? `no_${parameter}` : `too_many_${parameter}`,
    max_items: COMPARE_LIMIT,
    item_name: namespace.subject.keyField,
  });
}
