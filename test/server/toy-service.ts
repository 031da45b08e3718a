import {
  type Access,
  allOperations,
  type Caching,
  type CallContext,
  type Dataset,
  defineOperation,
  type NamespaceDefinition,
  namespaces,
  type Operation,
  type OperationName,
  type Parameter,
  utcDay,
} from "@market-sentiment/core";
import {
  type Account,
  createServer,
  hashKey,
  type KeyLookup,
  type PlanId,
  type ServerParts,
} from "@market-sentiment/server";
import { z } from "zod";
import { integerParameter } from "../../packages/core/src/schema/parameters.js";

/** The fixed instant of every toy request: late on a UTC day, so that a local-time slip would show. */
export const NOW = new Date("2026-03-10T23:30:00.000Z");
export const TODAY = utcDay("2026-03-10");

const digit = (plan: string) => ({ free: "1", hobby: "2", professional: "3", revoked: "4" })[plan] ?? "0";
const keyOf = (plan: string) => `sk_live_${digit(plan).repeat(32)}`;

/** Headers with a valid key of the plan. */
export const keys = {
  free: { "x-api-key": keyOf("free") },
  hobby: { "x-api-key": keyOf("hobby") },
  professional: { "x-api-key": keyOf("professional") },
  revoked: { "x-api-key": keyOf("revoked") },
} as const;

export function toyAccount(plan: PlanId): Account {
  const createdAt = new Date("2026-01-15T12:00:00.000Z");
  return { id: `account-${plan}`, name: `Toy ${plan}`, plan, createdAt, billingStart: createdAt };
}

/** One account per plan, and one free key that was revoked. */
export const toyAccounts: KeyLookup = {
  findByHash: (hash) => {
    const plan = (["free", "hobby", "professional", "revoked"] as const).find((id) => hashKey(keyOf(id)) === hash);
    if (plan === undefined) return null;
    const account = toyAccount(plan === "revoked" ? "free" : plan);
    const revokedAt = plan === "revoked" ? new Date("2026-02-01T00:00:00.000Z") : null;
    const key = { id: `key-${plan}`, accountId: account.id, lastFour: digit(plan).repeat(4) };
    return { key: { ...key, createdAt: account.createdAt, revokedAt }, account };
  },
};

/** The parts of a dataset that the HTTP layer uses itself. */
export function toyDataset(parts: Partial<Dataset> = {}): Dataset {
  const dataset: Partial<Dataset> = {
    textModel: null,
    view: () => Promise.resolve({ snapshot: { version: 1 } } as Awaited<ReturnType<Dataset["view"]>>),
    availableSince: () => utcDay("2025-12-01"),
    close: () => Promise.resolve(),
    ...parts,
  };
  return dataset as Dataset;
}

export const [newsStocks] = namespaces as [NamespaceDefinition];

/** What a toy operation does and how it is reached. */
export interface ToyOperation {
  readonly name?: OperationName;
  readonly path?: string;
  readonly method?: "GET" | "POST";
  readonly access?: Access;
  readonly namespace?: NamespaceDefinition | null;
  readonly window?: { readonly from: string; readonly to: string };
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** Called with the parsed input, before anything runs. */
  readonly check?: (input: { parameters: Readonly<Record<string, unknown>>; body: unknown }, call: CallContext) => void;
  readonly run?: (call: CallContext) => unknown;
}

export const limitParameter = integerParameter("limit", { min: 1, max: 100, fallback: 20, description: "Rows." });

/** Free text in the path, refused when it holds anything but letters. */
export const lettersInPath: Parameter<string> = {
  name: "ticker",
  in: "path",
  required: true,
  description: "Letters, after an optional `$`.",
  schema: { type: "string" },
  fallback: "",
  parse: (text) =>
    /^\$?[A-Z]{1,10}$/.test(text)
      ? { value: text }
      : { issue: { msg: "Not a ticker", type: "string_pattern_mismatch" } },
};

/** How answers of the served operation of that name may be kept. */
function cachingOf(name: OperationName): Caching {
  const served = allOperations().find((operation) => operation.name === name);
  if (served === undefined) throw new Error(`No operation is called ${name}.`);
  return served.caching;
}

/** An operation at `/toy/<name>`, for any account unless it says otherwise. */
export function toyOperation(toy: ToyOperation = {}): Operation {
  const { name = "trending", run = () => ({ ok: true }) } = toy;
  return defineOperation({
    name,
    namespace: toy.namespace === undefined ? newsStocks : toy.namespace,
    summary: "Toy",
    description: "Toy",
    path: toy.path ?? `/toy/${name}`,
    method: toy.method ?? "GET",
    access: toy.access ?? "any_account",
    caching: cachingOf(name),
    command: null,
    parameters: toy.parameters ?? { limit: limitParameter },
    ...(toy.method === "POST" ? { body: z.unknown() } : {}),
    result: z.unknown(),
    errors: [],
    prepare: ({ parameters, body }, _dataset, call) => {
      toy.check?.({ parameters, body }, call);
      const window = toy.window === undefined ? null : { from: utcDay(toy.window.from), to: utcDay(toy.window.to) };
      return { window, run: () => new Promise((resolve) => resolve(run(call))) };
    },
  });
}

/** A server over toy operations. */
export function toyServer(operations: readonly Operation[], parts: Partial<ServerParts> = {}) {
  return createServer({ dataset: toyDataset(), accounts: toyAccounts, now: () => NOW, operations, ...parts });
}
