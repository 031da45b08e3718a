import type { z } from "zod";
import type { Dataset } from "../dataset.js";
import type { ErrorCode } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { ParameterSet, ParameterValues, RawParameters, RefusedParameter } from "../schema/parameters.js";
import { readParameters } from "../schema/parameters.js";
import { type AsOf, calledThen } from "./as-of.js";
import type { UtcDay } from "../time/utc-day.js";
import type { CallContext } from "./call-context.js";

export type { CallContext } from "./call-context.js";

/** The days that an operation looks at, both ends included. */
export interface OperationWindow {
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** The requested start, if the window was moved to the first day with data. */
  readonly askedFrom?: UtcDay;
}

/** Who may call an operation. */
export type Access = "public" | "any_account" | "professional";

/** Lifetime of an answer. Servers derive headers and cached answers from it. */
export interface Caching {
  /** Seconds for which a caller may keep an answer; null where it must not. */
  readonly maxAgeSeconds: number | null;
  /** Answers carry a validator: a caller who already has this answer gets no second copy (`ETag`, 304). */
  readonly validated?: true;
  /** A window that lies wholly in the past never changes. */
  readonly closedWindowIsFinal?: true;
  /** The answer depends only on data, day and parameters, so that other callers may get the same one. */
  readonly shareable?: true;
}

/** The command that stands for an operation. */
export interface CommandWords {
  /** `sentiment <word>`. Operations of several namespaces with the same word are one command. */
  readonly word: string;
  /** What it does, for the list of commands. */
  readonly text: string;
  /** Its answer comes from an explainer: the command opens one, and shows the evidence below the answer. */
  readonly needsExplainer?: true;
  /** It finds assets by name, even those without activity. */
  readonly findsAssets?: true;
}

/**
 * One operation of the interface, independent of transport: server, CLI and the OpenAPI document all iterate over
 * these. `invoke` takes raw text parameters, so that HTTP and the command line share the same strict rules.
 */
export interface Operation<Result = unknown, Set extends ParameterSet = ParameterSet, Name extends string = string> {
  /** `<namespace id>.<name>`, unique. */
  readonly id: string;
  readonly name: Name;
  readonly namespace: NamespaceDefinition | null;
  readonly summary: string;
  readonly description: string;
  readonly method: "GET" | "POST";
  /** Full path with `{placeholders}`. */
  readonly path: string;
  readonly access: Access;
  readonly caching: Caching;
  /** null where no single command stands for it. */
  readonly command: CommandWords | null;
  /** Values by wire field in which its example differs from the common example values. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly parameters: Set;
  readonly refused: readonly RefusedParameter[];
  /** Schema of the JSON body; null without body. */
  readonly body: z.ZodType | null;
  /** Schema of the answer; of one that is streamed, of its rows. */
  readonly result: z.ZodType<Result>;
  /** The answer is a {@link Panel}: bytes in one of several formats, which come as they are made. */
  readonly isStreamed: boolean;
  /** Length of the window in days where the caller gives no start; null where the operation takes no period. */
  readonly defaultDays: number | null;
  /** Errors that the operation itself can end with, apart from those of every protected operation. */
  readonly errors: readonly ErrorCode[];
  /** Counts that are those of the busiest day if the window has several days. */
  readonly busiestDayFields: ReadonlySet<string>;
  /** Whether an answer is empty: no rows, or only rows without activity. */
  isEmpty(result: Result): boolean;
  /**
   * Reads and checks the input; nothing is computed yet. The outcome runs the operation.
   *
   * @throws MarketDataError `invalid_parameters` with every issue, `invalid_asset_count`, `lookback_exceeded`, in the
   * order of the specification's checks.
   */
  readonly prepare: (input: OperationInput, dataset: Dataset, call: CallContext) => Promise<PreparedOperation<Result>>;
}

/** Raw input of an operation, as text. */
export interface OperationInput {
  readonly parameters: RawParameters;
  readonly body?: unknown;
}

/** Checked input, ready to run. */
export interface PreparedOperation<Result> {
  /** The window that the operation looks at, where it has one: adapters derive cache lifetimes from it. */
  readonly window: OperationWindow | null;
  run(): Promise<Result>;
}

/** Argument of {@link defineOperation}: an {@link Operation} with typed input. */
export interface OperationSpec<Set extends ParameterSet, Result, Name extends string> extends Omit<
  Operation<Result, Set, Name>,
  | "prepare"
  | "id"
  | "parameters"
  | "refused"
  | "body"
  | "method"
  | "defaultDays"
  | "example"
  | "busiestDayFields"
  | "isEmpty"
  | "isStreamed"
> {
  readonly defaultDays?: number;
  readonly example?: Operation["example"];
  readonly busiestDayFields?: ReadonlySet<string>;
  readonly isStreamed?: true;
  /** Left out: a list without rows is empty, and nothing else is. */
  readonly isEmpty?: (result: NoInfer<Result>) => boolean;
  readonly parameters: Set;
  readonly refused?: readonly RefusedParameter[];
  readonly body?: z.ZodType;
  readonly method?: "GET" | "POST";
  readonly prepare: (
    input: { readonly parameters: ParameterValues<Set>; readonly body: unknown },
    dataset: Dataset,
    call: CallContext,
  ) => Promise<PreparedOperation<NoInfer<Result>>> | PreparedOperation<NoInfer<Result>>;
}

/** Completes an operation with its id and the strict parsing of its parameters. Keeps the types of input and result. */
export function defineOperation<Set extends ParameterSet, Result, const Name extends string>(
  spec: OperationSpec<Set, Result, Name>,
): Operation<Result, Set, Name> {
  return {
    ...spec,
    id: `${spec.namespace?.id ?? "sentiment"}.${spec.name}`,
    method: spec.method ?? "GET",
    refused: spec.refused ?? [],
    body: spec.body ?? null,
    defaultDays: spec.defaultDays ?? null,
    example: spec.example ?? {},
    busiestDayFields: spec.busiestDayFields ?? new Set(),
    isStreamed: spec.isStreamed ?? false,
    isEmpty: spec.isEmpty ?? ((result) => Array.isArray(result) && result.length === 0),
    prepare: async (input, dataset, call) => {
      const parameters = readParameters(spec.parameters, input.parameters, spec.refused);
      const { as_of: asOf } = parameters as { readonly as_of?: AsOf | undefined };
      return spec.prepare({ parameters, body: input.body }, dataset, calledThen(call, asOf));
    },
  };
}

/** Prepares and runs in one step, for embedders. */
export async function invoke<Result>(
  operation: Operation<Result>,
  input: OperationInput,
  dataset: Dataset,
  call: CallContext,
): Promise<Result> {
  return (await operation.prepare(input, dataset, call)).run();
}
