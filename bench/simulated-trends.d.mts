import type { Trend } from "../packages/core/src/metrics/trend.js";

export const weeks: Readonly<Record<string, readonly number[]>>;

export function simulatedLabels(
  rule: object,
  of: {
    readonly mean: number;
    readonly dispersion: number;
    readonly week: readonly number[];
    readonly change?: number;
    readonly since?: number;
    readonly isAsset: boolean;
    readonly rounds: number;
    readonly seed?: number;
  },
): Record<Trend, number>;
