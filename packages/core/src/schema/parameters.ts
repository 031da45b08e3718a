import { type InputIssue, invalidParameters } from "../errors.js";
import type { UtcDay } from "../time/utc-day.js";

/** Result of reading one raw value: its meaning, or what is wrong with it (the caller fills in `loc`). */
export type Parsed<Value> = { readonly value: Value } | { readonly issue: Omit<InputIssue, "loc"> };

/** One request parameter: its documentation and its strict parser, shared by HTTP, the CLI and the library. */
export interface Parameter<Value = unknown, Name extends string = string> {
  readonly name: Name;
  readonly in: "query" | "path";
  readonly description: string;
  readonly required?: boolean;
  /** Documented as required, but a missing one gets an error of its own instead of "Field required". */
  readonly expected?: boolean;
  readonly deprecated?: boolean;
  /**
   * Set where the command line takes a query parameter without a flag: as the words of one text, or as assets separated by
   * blanks or commas. Parameters of the path never have a flag.
   */
  readonly operand?: "text" | "assets";
  /** JSON Schema of the raw value, for OpenAPI. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: string;
  /** In the library, a Date means its instant; without this, its UTC day. */
  readonly isInstant?: true;
  /** Value when the parameter is left out. */
  readonly fallback: Value;
  /** Strict: reads the raw text, never guesses. */
  readonly parse: (text: string) => Parsed<Value>;
}

/** A parameter that a route names only to refuse it. */
export interface RefusedParameter {
  readonly name: string;
  readonly msg: string;
}

/** Raw request input. A list with more than one value is a repeated parameter. */
export type RawParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parameters by the key under which the operation reads them. */
export type ParameterSet = Readonly<Record<string, Parameter>>;

/** The values of a parameter set. */
export type ParameterValues<Set extends ParameterSet> = {
  readonly [Key in keyof Set]: NonNullable<Set[Key]> extends Parameter<infer Value> ? Value : never;
};

/** A parameter that callers must give. */
type Needed = { readonly required: true } | { readonly expected: true };

/** Library input for a parameter of type `Value`: a day also as a Date, a list also as one text. */
type Given<Value> = Value extends UtcDay | { readonly fromMs: number; readonly toMs: number }
  ? string | Date
  : Value extends readonly (infer Item)[]
    ? string | readonly Item[]
    : Exclude<Value, null | undefined>;

type GivenFor<Set extends ParameterSet, Name> = {
  [Key in keyof Set]: Set[Key] extends Parameter<infer Value, infer Own>
    ? Own extends Name
      ? Given<Value>
      : never
    : never;
}[keyof Set];

type NamesOf<Set extends ParameterSet, Which> = {
  [Key in keyof Set]: Set[Key] extends Which ? Set[Key]["name"] : never;
}[keyof Set];

/** Library input of an operation, by wire names of parameters. */
export type InputOf<Set extends ParameterSet> = [keyof Set] extends [never]
  ? Readonly<Record<string, never>>
  : {
      readonly [Name in NamesOf<Set, Needed>]: GivenFor<Set, Name>;
    } & {
      readonly [Name in Exclude<NamesOf<Set, Parameter>, NamesOf<Set, Needed>>]?: GivenFor<Set, Name> | undefined;
    };

/**
 * Reads all parameters. Unknown ones are ignored; a repeated, refused or malformed one is an issue.
 *
 * @throws MarketDataError `invalid_parameters` with every issue found, in the order of the set.
 */
export function readParameters<Set extends ParameterSet>(
  set: Set,
  raw: RawParameters,
  refused: readonly RefusedParameter[] = [],
): ParameterValues<Set> {
  const issues: InputIssue[] = [];
  const values: Record<string, unknown> = {};
  for (const { name, msg } of refused) {
    if (raw[name] !== undefined) issues.push({ loc: ["query", name], msg, type: "extra_forbidden" });
  }
  for (const [key, parameter] of Object.entries(set)) {
    const loc = [parameter.in, parameter.name];
    const sent = raw[parameter.name];
    const texts = typeof sent === "string" ? [sent] : (sent ?? []);
    const [text] = texts;
    if (texts.length > 1) {
      issues.push({
        loc,
        msg: `Parameter '${parameter.name}' must be given at most once.`,
        type: "repeated_parameter",
      });
    } else if (text === undefined) {
      if (parameter.required === true) issues.push({ loc, msg: "Field required", type: "missing" });
      else values[key] = parameter.fallback;
    } else {
      const parsed = parameter.parse(text);
      if ("issue" in parsed) issues.push({ loc, input: shortened(text), ...parsed.issue });
      else values[key] = parsed.value;
    }
  }
  const [first, ...rest] = issues;
  if (first !== undefined) throw invalidParameters([first, ...rest]);
  return values as ParameterValues<Set>;
}

/** Errors repeat input only in part, so that nobody can use them to produce large answers. */
function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

/** A whole number in plain ASCII digits within `min`..`max`; no sign, exponent, spaces or leading zeros. */
export function integerParameter<const Name extends string>(
  name: Name,
  options: { readonly min: number; readonly max?: number; readonly fallback: number; readonly description: string },
): Parameter<number, Name> {
  const { min, max = Number.MAX_SAFE_INTEGER, fallback, description } = options;
  return {
    name,
    in: "query",
    description,
    schema: {
      type: "integer",
      minimum: min,
      ...(options.max === undefined ? {} : { maximum: max }),
      default: fallback,
    },
    fallback,
    parse: (text) => {
      const negative = /^-[1-9]\d*$/.test(text);
      if (!negative && !/^(0|[1-9]\d*)$/.test(text)) {
        return { issue: { msg: "Input should be a valid integer, in plain digits", type: "int_parsing" } };
      }
      const value = Number(text);
      if (value < min) {
        const msg = `Input should be greater than or equal to ${min}`;
        return { issue: { msg, type: "greater_than_equal", ctx: { ge: min } } };
      }
      if (value > max) {
        return {
          issue: { msg: `Input should be less than or equal to ${max}`, type: "less_than_equal", ctx: { le: max } },
        };
      }
      return { value };
    },
  };
}

/** One of a closed list of words, exactly as written. */
export function choiceParameter<const Choice extends string, const Name extends string>(
  name: Name,
  choices: readonly Choice[],
  options: { readonly fallback: Choice; readonly description: string },
): Parameter<Choice, Name> {
  return {
    name,
    in: "query",
    description: options.description,
    schema: { type: "string", enum: choices, default: options.fallback },
    fallback: options.fallback,
    parse: (text) => {
      const value = choices.find((choice) => choice === text);
      if (value !== undefined) return { value };
      const expected = choices.map((choice) => `'${choice}'`).join(", ");
      return { issue: { msg: `Input should be one of ${expected}`, type: "enum", ctx: { expected } } };
    },
  };
}

/** `true` or `false` in lower case. */
export function booleanParameter<const Name extends string>(name: Name, description: string): Parameter<boolean, Name> {
  return {
    name,
    in: "query",
    description,
    schema: { type: "boolean", default: false },
    fallback: false,
    parse: (text) =>
      text === "true" || text === "false"
        ? { value: text === "true" }
        : { issue: { msg: "Input should be 'true' or 'false'", type: "bool_parsing" } },
  };
}
