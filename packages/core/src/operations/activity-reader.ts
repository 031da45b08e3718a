import type { ActivityFilter, ActivityScope } from "../query/activity-queries.js";
import type { FieldName } from "../schema/fields.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import type { RequestScope } from "./request-scope.js";

/** Activity of one asset, sector or country over a window, as wire values by field name. */
export interface ActivityItem {
  readonly key: string;
  /** Not rounded: what items are ordered by. */
  readonly buzz: number;
  /** Every activity field that may be asked for, rounded; `trend` is null without activity to compare. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What is asked of a reader. */
export interface ActivityRequest {
  readonly level: ActivityScope;
  readonly period: Period;
  /** Fields that will be shown. */
  readonly fields: readonly FieldName[];
}

/** Reads activity for the operations that several kinds of data share. A namespace of texts uses {@link mentionActivity}. */
export interface ActivityReader {
  /** Keys with activity by buzz, hottest first, ties by key. */
  hottest(
    scope: RequestScope,
    request: ActivityRequest & {
      readonly filter: ActivityFilter;
      readonly page: { readonly offset: number; readonly limit: number };
    },
  ): Promise<ActivityItem[]>;
  /** The given assets in the given order; one without activity has zeros. */
  ofAssets(
    scope: RequestScope,
    request: Omit<ActivityRequest, "level"> & { readonly keys: readonly string[] },
  ): Promise<ActivityItem[]>;
  /** Active assets with the count that ranks them, the most active first, ties by key. */
  ranking(
    scope: RequestScope,
    period: Period,
    contributor: string | null,
  ): Promise<{ readonly key: string; readonly count: number }[]>;
  /** First and last day with activity, also after the call's day; null where there is none. */
  span(scope: RequestScope): Promise<{ readonly from: UtcDay; readonly to: UtcDay } | null>;
}
