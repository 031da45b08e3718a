import type { ActivityFilter, ActivityScope } from "../query/activity-queries.js";
import type { ActivityField, ActivityValues } from "../namespaces/activity-fields.js";
import type { ActivityFieldOf, NamespaceKind, NamespaceOf } from "../namespaces/define.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import type { RequestScope } from "./request-scope.js";

/** Activity of one asset, sector or country over a window, as wire values by field name. */
export interface ActivityItem<Field extends ActivityField> {
  readonly key: string;
  /** Not rounded: what items are ordered by. */
  readonly buzz: number;
  /**
   * Every field that rows of the kind can show, rounded. Fields that were not requested may be those of the busiest
   * day.
   */
  readonly values: ActivityValues<Field>;
}

/** The question to a reader. */
export interface ActivityRequest {
  readonly level: ActivityScope;
  readonly period: Period;
  /** Fields that will be shown. */
  readonly fields: readonly string[];
}

/** Reads activity for the operations that all kinds of namespaces share. */
export interface ActivityReader<Kind extends NamespaceKind> {
  /** Keys with activity by buzz, hottest first, ties by key. */
  hottest(
    scope: RequestScope<NamespaceOf<Kind>>,
    request: ActivityRequest & {
      readonly filter: ActivityFilter;
      readonly page: { readonly offset: number; readonly limit: number };
    },
  ): Promise<ActivityItem<ActivityFieldOf<Kind>>[]>;
  /** The given assets in the given order; one without activity has zeros. */
  ofAssets(
    scope: RequestScope<NamespaceOf<Kind>>,
    request: Omit<ActivityRequest, "level"> & { readonly keys: readonly string[] },
  ): Promise<ActivityItem<ActivityFieldOf<Kind>>[]>;
  /** Active assets with their ranking count, most active first, ties by key. */
  ranking(
    scope: RequestScope<NamespaceOf<Kind>>,
    period: Period,
    contributor: string | null,
  ): Promise<{ readonly key: string; readonly count: number }[]>;
  /** First and last day with activity, also after the call's day; null where there is none. */
  span(scope: RequestScope<NamespaceOf<Kind>>): Promise<{ readonly from: UtcDay; readonly to: UtcDay } | null>;
}
