import { type RowFormat, rowFormats } from "../engine.js";
import { type InputIssue, invalidParameters } from "../errors.js";
import type { Dataset } from "../dataset.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { booleanParameter, choiceParameter, type Parameter } from "../schema/parameters.js";
import { findAsset, periodParameters, supportedAssets } from "./parameters.js";

/** A list between commas: blanks around its items and empty items are passed over. */
function listParameter<const Name extends string>(
  name: Name,
  text: { readonly description: string; readonly example: string },
): Parameter<readonly string[], Name> {
  return {
    name,
    in: "query",
    ...text,
    schema: { type: "string", minLength: 1 },
    fallback: [],
    parse: (sent) => {
      const items = sent.split(",").map((item) => item.trim());
      return { value: items.filter((item) => item !== "") };
    },
  };
}

/** The parameters of a panel. */
export function panelParameters({ subject }: NamespaceDefinition) {
  const example = subject.keyField === "ticker" ? "AAPL,MSFT" : "BTC,ETH";
  return {
    from: periodParameters.from,
    to: periodParameters.to,
    as_of: periodParameters.as_of,
    assets: listParameter("assets", {
      description: `Comma-separated ${subject.keyField}s; an optional \`$\` is removed, repeats count once. Either this or \`all\`.`,
      example,
    }),
    all: booleanParameter("all", "Every asset of the namespace, also those that nobody spoke of."),
    fields: listParameter("fields", {
      description: `Comma-separated fields; \`date\` and \`${subject.keyField}\` are always there. All when left out.`,
      example: "buzz_score,sentiment_score,coverage",
    }),
    format: choiceParameter<RowFormat, "format">("format", rowFormats, {
      fallback: "csv",
      description: "CSV with a header line, one JSON object a line, Parquet, or an Arrow IPC stream.",
    }),
  };
}

/**
 * Keys of the assets that are asked for, sorted.
 *
 * @throws MarketDataError `invalid_parameters` for none, for both a list and all, and naming every unknown one.
 */
export function panelAssets(
  dataset: Dataset,
  namespace: NamespaceDefinition,
  { assets, all }: { readonly assets: readonly string[]; readonly all: boolean },
): string[] {
  const refuse = (msg: string, type: string) => invalidParameters([{ loc: ["query", "assets"], msg, type }]);
  if (all && assets.length > 0) throw refuse("Give either 'assets' or 'all', not both", "assets_and_all");
  if (all)
    return supportedAssets(dataset, namespace)
      .map(({ key }) => key)
      .sort();
  if (assets.length === 0) throw refuse("Give 'assets', or 'all=true' for every asset", "missing");
  const { subject } = namespace;
  const issues: InputIssue[] = [];
  const keys = new Set<string>();
  for (const sent of assets) {
    const spelling = subject.parse(sent.replace(/^\$/, ""));
    const asset = spelling === null ? null : findAsset(dataset, namespace, spelling);
    if (asset !== null) keys.add(asset.key);
    else {
      const shown = sent.slice(0, 40);
      const msg =
        spelling === null
          ? `Not a valid ${subject.keyField}: ${shown}. ${subject.description}`
          : `The ${subject.keyField} ${spelling} is not supported.`;
      const type = spelling === null ? "string_pattern_mismatch" : subject.notFoundCode;
      issues.push({ loc: ["query", "assets"], msg, type, input: shown });
    }
  }
  const [first, ...rest] = issues;
  if (first !== undefined) throw invalidParameters([first, ...rest]);
  return [...keys].sort();
}

/**
 * The fields of a panel in wire order: those that are asked for, and what names a row.
 *
 * @throws MarketDataError `invalid_parameters` naming every unknown one.
 */
export function panelFields(known: readonly string[], keyField: string, wanted: readonly string[]): readonly string[] {
  if (wanted.length === 0) return known;
  const unknown = wanted.filter((name) => !known.includes(name));
  const [first, ...rest] = unknown.map((name) => ({
    loc: ["query", "fields"],
    msg: `There is no field '${name.slice(0, 40)}'. The fields are: ${known.join(", ")}.`,
    type: "unknown_field",
    input: name.slice(0, 100),
  }));
  if (first !== undefined) throw invalidParameters([first, ...rest]);
  return known.filter((name) => name === "date" || name === keyField || wanted.includes(name));
}
