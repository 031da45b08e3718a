import { type HintUse, hintUses } from "../ingest/hint-use.js";
import { Cron } from "croner";
import { type Document, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { namespaceOf } from "../namespaces/index.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { durationMs } from "./duration.js";
import { sourceConnectors } from "./source-registry.js";
import type { SourceConnector } from "./source-connector.js";

/** A source as its operator configured it, checked. */
export interface ConfiguredSource {
  readonly name: string;
  readonly connector: SourceConnector;
  readonly namespace: NamespaceDefinition;
  /** Validated by `connector.options`, with secrets filled in. */
  readonly options: unknown;
  /** Values of the environment variables in its entry: they must not be stored, logged or shown. */
  readonly secrets: readonly string[];
  /** Time between two polls in milliseconds; null where `cron` is given. */
  readonly everyMs: number | null;
  readonly cron: string | null;
  readonly enabled: boolean;
  /** Whether redirects may lead into private networks. */
  readonly allowPrivateNetworks: boolean;
  readonly hints: HintUse;
  /** Most items to read on one UTC day; null without a limit. */
  readonly dailyBudget: number | null;
}

/** A parsed `sources.yaml`. */
export interface SourceConfig {
  /** Mail or web address of the operator, sent with every request; null if not given. */
  readonly contact: string | null;
  readonly sources: readonly ConfiguredSource[];
}

/** A fault in a `sources.yaml`. */
export interface ConfigFault {
  /** 1-based line of the fault. */
  readonly line: number;
  /** Such as `sources[0].every`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

/** Thrown for an invalid `sources.yaml`, with all its faults. */
export class SourceConfigError extends Error {
  override readonly name = "SourceConfigError";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(
      faults.map(({ line, path, message }) => `line ${line}${path === "" ? "" : ` (${path})`}: ${message}`).join("\n"),
    );
    this.faults = faults;
  }
}

const everySchema = z
  .string("must be a time such as 30s, 5m or 2h")
  .refine((text) => (durationMs(text) ?? 0) >= 1_000, "must be a time such as 30s, 5m or 2h, one second at least")
  .meta({ description: "Time between two polls, such as `30s`, `5m`, `2h`." });

const commonFields = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "must be 1 to 64 of a-z, 0-9, '.', '_' and '-', with a letter or digit first")
    .meta({ description: "Unique name of the source; its state is stored under it." }),
  namespace: z.string().meta({ description: "Namespace of its items, as in `--ns`." }),
  enabled: z.boolean().default(true).meta({ description: "False while the source is paused." }),
  every: everySchema.optional(),
  cron: z
    .string()
    .refine(isCron, "must be a cron pattern such as '*/15 * * * *'")
    .optional()
    .meta({ description: "When to poll, as a cron pattern in UTC, instead of `every`." }),
  allowPrivateNetworks: z
    .boolean()
    .default(false)
    .meta({ description: "Whether redirects may lead into private networks." }),
  hints: z.enum(hintUses).default("supported").meta({
    description: "Assets that the source attaches to a text: `supported` by the text, `all` of them, or `none`.",
  }),
  dailyBudget: z.int().positive().optional().meta({ description: "Most items to read on one UTC day." }),
};

/** One entry of `sources`, of one kind. */
export const entrySchema = (connector: SourceConnector) =>
  z.strictObject({
    type: z.literal(connector.kind).meta({ description: `${connector.title}. ${connector.terms.holds}` }),
    ...commonFields,
    ...(connector.options as unknown as z.ZodObject).shape,
  });

const fileSchema = () =>
  z.strictObject({
    version: z.literal(1),
    contact: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[\x20-\x7e]+$/, "must be plain text")
      .optional()
      .meta({ description: "Your mail or web address: sent to every source in `User-Agent`." }),
    sources: z.array(
      z.discriminatedUnion(
        "type",
        sourceConnectors.map(entrySchema) as unknown as [
          ReturnType<typeof entrySchema>,
          ReturnType<typeof entrySchema>,
        ],
      ),
    ),
  });

/** JSON Schema (draft 2020-12) of `sources.yaml`, for editors. A secret is `${NAME}` in it, as in the file. */
export function sourceConfigSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(fileSchema(), { io: "input" });
}

/**
 * Reads a `sources.yaml`. `${NAME}` in a value stands for that environment variable; a paused source does not need it
 * to be set.
 *
 * @throws SourceConfigError with every fault and its line. Messages never contain the value of a variable.
 */
export function readSourceConfig(text: string, env: Environment): SourceConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      path: "",
      message: message.split("\n")[0] ?? message,
    }));
    throw new SourceConfigError(faults);
  }
  const faults: ConfigFault[] = [];
  const fault = (path: readonly PropertyKey[], message: string) =>
    faults.push({ line: lineOf(document, lines, path), path: pathText(path), message });
  const written = valueOf(document);
  const filled = withEnvironment(written, env, fault);
  const parsed = fileSchema().safeParse(filled);
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
      if (unknown.length === 0) fault(issue.path, messageOf(issue));
      for (const field of unknown) fault([...issue.path, field], `there is no field '${field}'`);
    }
  const sources = parsed.success
    ? parsed.data.sources.map((entry, index) =>
        sourceOf(entry, index, { written, env, contact: parsed.data.contact, fault }),
      )
    : [];
  if (faults.length > 0 || !parsed.success) throw new SourceConfigError(faults.sort((a, b) => a.line - b.line));
  return { contact: parsed.data.contact ?? null, sources: sources.filter((source) => source !== null) };
}

type Environment = Readonly<Record<string, string | undefined>>;
type Fault = (path: readonly PropertyKey[], message: string) => unknown;

/** The file and its list of faults. */
interface FileContext {
  readonly written: unknown;
  readonly env: Environment;
  readonly contact: string | undefined;
  readonly fault: Fault;
}

function sourceOf(
  entry: Record<string, unknown>,
  index: number,
  { written, env, contact, fault }: FileContext,
): ConfiguredSource | null {
  const connector = sourceConnectors.find(({ kind }) => kind === entry.type);
  const {
    name,
    namespace: namespaceName,
    enabled,
    every,
    cron,
    allowPrivateNetworks,
    hints,
    dailyBudget,
    type,
    ...own
  } = entry as z.infer<z.ZodObject<typeof commonFields>> & { type: string };
  if (connector === undefined) return null;
  const at = (field: string) => ["sources", index, field];
  const raw = (written as { sources: Record<string, unknown>[] }).sources;
  if (raw.findIndex((other) => other.name === name) < index) fault(at("name"), `'${name}' is taken by another source`);
  for (const secret of connector.secrets) {
    const value = raw[index]?.[secret];
    if (typeof value === "string" && !/^\$\{\w+\}$/.test(value))
      fault(at(secret), "is a secret: set it in the environment and write ${NAME} here");
  }
  if (enabled && connector.needsContact === true && contact === undefined)
    fault(at("type"), `${type} needs \`contact\`, your mail or web address, at the top of the file`);
  if (connector.needsBudget === true && dailyBudget === undefined)
    fault(at("type"), `${type} needs \`dailyBudget\`, because its items cost money`);
  if (every !== undefined && cron !== undefined) fault(at("cron"), "`every` and `cron` exclude one another");
  const namespace = namespaceOf(namespaceName);
  if (namespace === undefined) fault(at("namespace"), `there is no namespace '${namespaceName}'`);
  else if (!fits(connector, namespace)) fault(at("namespace"), `${namespace.title} does not read ${type} items`);
  if (namespace === undefined) return null;
  return {
    name,
    connector,
    namespace,
    options: own,
    secrets: [...JSON.stringify(raw[index]).matchAll(variable)].flatMap(([, used = ""]) => env[used] ?? []),
    everyMs: cron === undefined ? (every === undefined ? connector.everySeconds * 1_000 : durationMs(every)) : null,
    cron: cron ?? null,
    enabled,
    allowPrivateNetworks,
    hints,
    dailyBudget: dailyBudget ?? null,
  };
}

/** Whether the namespace reads what the connector brings. */
function fits(connector: SourceConnector, namespace: NamespaceDefinition): boolean {
  const readers: readonly unknown[] = namespace.kind === "text" ? namespace.connectors : [namespace.connector];
  return connector.reads.some((reader) => readers.includes(reader));
}

/** The file as plain values. @throws SourceConfigError for aliases without end. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 });
  } catch {
    throw new SourceConfigError([{ line: 1, path: "", message: "has YAML aliases that expand to too much data" }]);
  }
}

/** Stands for an environment variable. */
const variable = /\$\{(\w+)\}/g;

/** The file with `${NAME}` filled in, except in paused sources. */
function withEnvironment(written: unknown, env: Environment, fault: Fault, path: readonly PropertyKey[] = []): unknown {
  if (typeof written === "string") {
    return written.replaceAll(variable, (whole, name: string) => {
      const value = env[name];
      if (value !== undefined && value !== "") return value;
      fault(path, `the environment variable ${name} is not set`);
      return whole;
    });
  }
  if (Array.isArray(written))
    return written.map((entry, index) => withEnvironment(entry, env, fault, [...path, index]));
  if (typeof written !== "object" || written === null) return written;
  if (path[0] === "sources" && path.length === 2 && (written as { enabled?: unknown }).enabled === false)
    return written;
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, withEnvironment(value, env, fault, [...path, key])]),
  );
}

function isCron(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true, timezone: "UTC" }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Line of a value, or of its parent where the value is missing. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const at = path.slice(0, length);
    const node: unknown = length === 0 ? document.contents : document.getIn(at, true);
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
    if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
  }
  return 1;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("");
}

/** Words an issue, with what was expected. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && issue.code === "invalid_type")
    return "must have the fields `version: 1` and `sources`";
  if (issue.path.length === 1 && issue.path[0] === "version") return "must be 1";
  if (issue.code === "invalid_format" && issue.format === "url")
    return "must be an address such as https://example.com/feed.xml";
  if (issue.code === "invalid_union" && issue.path.at(-1) === "type")
    return `must be one of ${sourceConnectors.map(({ kind }) => kind).join(", ")}`;
  return issue.message.endsWith("received undefined") ? "is missing" : issue.message;
}
