import { hasRows, invalidParameters, type Operation, type Parameter, type RawParameters } from "@market-sentiment/core";

/** Format of an answer. */
export type AnswerForm = "json" | "csv";

/** Media type of each format. */
export const formTypes: Readonly<Record<AnswerForm, string>> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** The parameter that asks for a list as CSV; accepted beside the operation's own. */
export const formParameter: Parameter<AnswerForm, "format"> = {
  name: "format",
  in: "query",
  description: "`csv` gives the rows as CSV with a header line, and so does `Accept: text/csv`.",
  schema: { type: "string", enum: ["json", "csv"], default: "json" },
  fallback: "json",
  parse: (text) =>
    text === "json" || text === "csv"
      ? { value: text }
      : { issue: { msg: "Input should be 'json' or 'csv'", type: "enum", ctx: { expected: "'json', 'csv'" } } },
};

const tabular = new WeakMap<Operation, boolean>();

/**
 * Whether an operation answers with a list, or with an object around its main list. Such an answer is also available as
 * CSV.
 */
export function isTabular(operation: Operation): boolean {
  let known = tabular.get(operation);
  if (known === undefined) {
    const names = Object.values(operation.parameters).map(({ name }) => name);
    known =
      !operation.isStreamed && operation.method === "GET" && !names.includes("format") && hasRows(operation.result);
    tabular.set(operation, known);
  }
  return known;
}

/**
 * The format that a request asks for: by its parameter, else by an `Accept` header that names CSV and not JSON.
 *
 * @throws MarketDataError `invalid_parameters`.
 */
export function askedForm(parameters: RawParameters, accept: string | undefined): AnswerForm {
  const { format } = parameters;
  if (format === undefined) {
    const takes = accept ?? "";
    return takes.includes("text/csv") && !takes.includes("application/json") ? "csv" : "json";
  }
  const loc = ["query", formParameter.name];
  if (typeof format !== "string") {
    const msg = "Parameter 'format' must be given at most once.";
    throw invalidParameters([{ loc, msg, type: "repeated_parameter" }]);
  }
  const parsed = formParameter.parse(format);
  if ("issue" in parsed) throw invalidParameters([{ loc, input: format.slice(0, 100), ...parsed.issue }]);
  return parsed.value;
}
