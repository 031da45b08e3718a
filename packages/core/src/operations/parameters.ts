import type { InputIssue } from "../errors.js";
import { invalidParameters, MarketDataError } from "../errors.js";
import type { Dataset } from "../dataset.js";
import type { DataView } from "../engine.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { choiceParameter, integerParameter, type Parameter, type RefusedParameter } from "../schema/parameters.js";
import type { Asset } from "../subjects/asset.js";
import type { NewsSourceDirectory } from "../subjects/news-sources.js";
import { parseDay, parseDays } from "../time/period-text.js";
import { checkAvailability, checkLookback, checkRetention } from "../time/period-limits.js";
import { type Period, resolvePeriod } from "../time/period.js";
import type { PeriodParameters } from "../time/period-issue.js";
import { daysBetween, type UtcDay } from "../time/utc-day.js";
import { asOfParameter } from "./as-of.js";
import type { CallContext, OperationWindow } from "./operation.js";

/** The period parameters and `as_of`; only their form. `resolvePeriod` combines them. */
export const periodParameters = {
  from: dayParameter("from", "First UTC day, included. Alone: through today."),
  to: dayParameter("to", "Last UTC day, included; today when left out."),
  days: {
    name: "days",
    in: "query",
    description: "Deprecated: number of UTC days including today so far. Use `from` and `to`.",
    deprecated: true,
    schema: { type: "integer", minimum: 1, maximum: 365 },
    fallback: undefined,
    parse: (text) => {
      const parsed = parseDays(text);
      return parsed.ok ? { value: parsed.value } : { issue: parsed.issue };
    },
  } satisfies Parameter<number | undefined, "days"> as Parameter<number | undefined, "days">,
  as_of: asOfParameter,
};

function dayParameter<const Name extends "from" | "to">(
  name: Name,
  description: string,
): Parameter<UtcDay | undefined, Name> {
  return {
    name,
    in: "query",
    description,
    schema: { type: "string", format: "date" },
    fallback: undefined,
    parse: (text) => {
      const parsed = parseDay(text, name);
      return parsed.ok ? { value: parsed.value } : { issue: parsed.issue };
    },
  };
}

/** `limit` and `offset` of a list. */
export function pageParameters(defaultLimit: number) {
  return {
    limit: integerParameter("limit", {
      min: 1,
      max: 100,
      fallback: defaultLimit,
      description: "Rows on a page, 1 to 100.",
    }),
    offset: integerParameter("offset", { min: 0, fallback: 0, description: "Rows to pass over." }),
  };
}

/** `type` of the trending routes. */
export const typeParameter = choiceParameter("type", ["stock", "etf", "all"], {
  fallback: "all",
  description: "Kind of asset; `all` when left out.",
});

/** `source` of the news trending routes: the text as sent; {@link resolveSource} gives the canonical id. */
export const sourceParameter: Parameter<string | null, "source"> = {
  name: "source",
  in: "query",
  description: "Canonical news source id (`reuters`) or a known alias.",
  schema: { type: "string", minLength: 1 },
  example: "reuters",
  fallback: null,
  parse: (text) => ({ value: text }),
};

/** Canonical id of a source as sent; null when none was sent. @throws MarketDataError `invalid_parameters`. */
export function resolveSource(sources: NewsSourceDirectory, sent: string | null): string | null {
  if (sent === null) return null;
  const id = sources.resolve(sent);
  if (id !== null) return id;
  const msg = `Unknown news source. Use a canonical source id such as 'reuters', or a known alias.`;
  throw invalidParameters([{ loc: ["query", "source"], msg, type: "unknown_source", input: sent.slice(0, 100) }]);
}

/** The refusal of routes that do not support the parameter. */
export const sourceRefused: RefusedParameter = { name: "source", msg: "This route does not support 'source'." };

/** The asset of a path, in the grammar of the namespace, upper case. */
export function assetParameter<N extends NamespaceDefinition>(
  namespace: N,
): Parameter<string, N["subject"]["keyField"]> & { readonly required: true } {
  const subject: N["subject"] = namespace.subject;
  return {
    name: subject.keyField,
    in: "path",
    required: true,
    description: subject.description,
    schema: { type: "string", pattern: subject.pattern },
    example: subject.keyField === "ticker" ? "AAPL" : "BTC",
    fallback: "",
    parse: (text) => {
      const value = subject.parse(text);
      if (value !== null) return { value };
      return {
        issue: {
          msg: `Not a valid ${subject.keyField}. ${subject.description}`,
          type: "string_pattern_mismatch",
          ctx: { pattern: subject.pattern },
        },
      };
    },
  };
}

/**
 * The asset that the reference graph knows under the spelling.
 *
 * @throws MarketDataError `unsupported_asset` with `error_code` when there is none in this namespace.
 */
export function supportedAsset(dataset: Dataset, namespace: NamespaceDefinition, spelling: string): Asset {
  const asset = findAsset(dataset, namespace, spelling);
  if (asset !== null) return asset;
  const { keyField, notFoundCode } = namespace.subject;
  const message = `The ${keyField} ${spelling} is not supported.`;
  throw new MarketDataError("unsupported_asset", message, { error_code: notFoundCode });
}

/** The assets that are public in the namespace. */
export function supportedAssets(dataset: Dataset, namespace: NamespaceDefinition): Asset[] {
  return dataset
    .directoryOf(namespace)
    .all()
    .filter(({ type }) => namespace.assetTypes.includes(type));
}

/** Like {@link supportedAsset}, null where that throws. */
export function findAsset(dataset: Dataset, namespace: NamespaceDefinition, spelling: string): Asset | null {
  const asset = dataset.directoryOf(namespace).lookup(spelling);
  return asset !== null && namespace.assetTypes.includes(asset.type) ? asset : null;
}

/** What a window has to pass. */
export interface WindowRules {
  readonly defaultDays: number;
  /** Raw rows are kept for so many days. */
  readonly retentionDays?: number;
}

/** A resolved window; `askedFrom` is there only where the call clamps and the start was moved. */
export type ResolvedWindow = Period & Pick<OperationWindow, "askedFrom">;

/**
 * The window of the parameters, after all checks in the specified order: combination and future (422), data
 * availability (422), raw retention (422), account lookback (403). If the call clamps, a window that starts before the
 * first day with data starts on that day instead; one that ends before it stays as it is, and is empty.
 */
export function resolveWindow(
  parameters: { readonly from: UtcDay | undefined; readonly to: UtcDay | undefined; readonly days: number | undefined },
  rules: WindowRules,
  namespace: NamespaceDefinition,
  dataset: Dataset,
  view: DataView,
  call: CallContext,
): ResolvedWindow {
  const sent = {
    ...(parameters.from === undefined ? {} : { from: parameters.from }),
    ...(parameters.to === undefined ? {} : { to: parameters.to }),
    ...(parameters.days === undefined ? {} : { days: parameters.days }),
  };
  const resolution = resolvePeriod(sent, { today: call.today, defaultDays: rules.defaultDays });
  if (!resolution.ok) throw invalidParameters([resolution.issue]);
  const availableSince = dataset.availableSince(namespace, view);
  const clamps = call.earlyStart === "clamp";
  const period = clamps ? clampedStart(resolution.period, sent, availableSince) : resolution.period;
  // Dropped rows are not available from an earlier state, either.
  const askedOn = call.asOf?.askedOn ?? call.today;
  const refuse = (issue: InputIssue | null) => {
    if (issue !== null) throw invalidParameters([issue]);
  };
  if (!clamps) refuse(checkAvailability(period, sent, availableSince));
  if (rules.retentionDays !== undefined) {
    refuse(checkRetention(period, { today: askedOn, retentionDays: rules.retentionDays }, sent));
  }
  refuseTooDeep(period, call);
  return period;
}

/**
 * Checks that the account may look as far back as the window reaches. Looking at an earlier state counts like looking
 * at the day itself.
 *
 * @throws MarketDataError `lookback_exceeded`.
 */
export function refuseTooDeep(period: Period, call: CallContext): void {
  const excess = checkLookback(period, { today: call.asOf?.askedOn ?? call.today, maxDays: call.lookbackDays });
  if (excess !== null) {
    const message = `This account may look back ${excess.maxDays} days; the request reaches back ${excess.requestedDays}.`;
    throw new MarketDataError("lookback_exceeded", message, {
      requested_days: excess.requestedDays,
      max_days: excess.maxDays,
      account_type: call.accountType,
    });
  }
}

function clampedStart(period: Period, sent: PeriodParameters, availableSince: UtcDay | null): ResolvedWindow {
  if (availableSince === null || checkAvailability(period, sent, availableSince) === null) return period;
  if (period.to < availableSince) return period;
  const days = daysBetween(availableSince, period.to) + 1;
  return { from: availableSince, to: period.to, days, askedFrom: period.from };
}
