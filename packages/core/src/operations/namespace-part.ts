import type { z } from "zod";
import type { NamespaceKind, NamespaceOf } from "../namespaces/define.js";
import type { Asset } from "../subjects/asset.js";
import type { Period } from "../time/period.js";
import type { RequestScope } from "./request-scope.js";

/** The part of an operation that is specific to a kind of namespace: its answer and how to read it. */
interface NamespacePart<Result> {
  readonly description: string;
  readonly result: z.ZodType<Result>;
}

/** What a part answers. */
export type ResultOf<Part> = Part extends { readonly result: z.ZodType<infer Result> } ? Result : never;

/** An answer about the whole namespace. */
export interface WholePart<Kind extends NamespaceKind, Result = unknown> extends NamespacePart<Result> {
  readonly read: (scope: RequestScope<NamespaceOf<Kind>>, period: Period) => Promise<Result>;
}

/** An answer about one asset. */
export interface AssetPart<Kind extends NamespaceKind, Result = unknown> extends NamespacePart<Result> {
  readonly read: (scope: RequestScope<NamespaceOf<Kind>>, asset: Asset, period: Period) => Promise<Result>;
}

/** Which of the rows of an asset. */
export interface RowsPage {
  readonly limit: number;
  readonly offset: number;
  readonly includeInherited: boolean;
}

/** The single rows that are stored of one asset. */
export interface RowsPart<Kind extends NamespaceKind, Result = unknown> extends NamespacePart<Result> {
  /** Optional rows. */
  readonly filters: readonly "include_inherited"[];
  readonly read: (
    scope: RequestScope<NamespaceOf<Kind>>,
    asset: Asset,
    period: Period,
    page: RowsPage,
  ) => Promise<{ readonly count: number; readonly results: Result }>;
}

/** Figures of a namespace for stats and health, as of the request's day. */
export interface NamespaceFigures<Stat extends string> {
  /** Stored rows that are about an asset, and the assets. */
  readonly mentions: number;
  readonly subjects: number;
  readonly stats: Readonly<Record<Stat, number>>;
}
