import type { CallContext, Dataset, Operation, RawParameters } from "@market-sentiment/core";

/** How long the known version of the data is reused before looking again, in milliseconds. */
const versionLifetimeMs = 250;

/**
 * Everything that an answer depends on, as one string: the version of the data, the day, what the account may see, the
 * operation, and its parsed parameters, so that two spellings of one request share an answer. Null when an answer
 * depends on more than that, or the input will be refused.
 */
export type AnswerKey = (
  operation: Operation,
  parameters: RawParameters,
  call: Pick<CallContext, "today" | "lookbackDays" | "accountType">,
) => Promise<string | null> | string | null;

/** Keys of the answers of one data set. */
export function answerKeys(dataset: Dataset): AnswerKey {
  let version: number | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  const readVersion = async () => {
    const startedMs = performance.now();
    const view = await dataset.view();
    version = view.snapshot.version;
    readAtMs = startedMs;
    return version;
  };
  return (operation, parameters, { today, lookbackDays, accountType }) => {
    const values = readValues(operation, parameters);
    if (values === null) return null;
    const rest = `${today} ${accountType} ${lookbackDays} ${operation.id} ${values}`;
    const isFresh = version !== null && performance.now() - readAtMs < versionLifetimeMs;
    return isFresh ? `${version} ${rest}` : readVersion().then((newest) => `${newest} ${rest}`);
  };
}

/** The parsed parameters, in the operation's order. Unknown ones do not change the answer and are left out. */
function readValues({ parameters, refused }: Operation, raw: RawParameters): string | null {
  for (const { name } of refused) if (raw[name] !== undefined) return null;
  let values = "";
  for (const parameter of Object.values(parameters)) {
    const text = raw[parameter.name];
    if (text === undefined) {
      values += "-;";
      continue;
    }
    const parsed = typeof text === "string" ? parameter.parse(text) : null;
    if (parsed === null || "issue" in parsed) return null;
    values += `${JSON.stringify(parsed.value)};`;
  }
  return values;
}
