import { type Dataset, dayOf, invoke, type Operation, type SourcesReport } from "@market-sentiment/core";
import { Gauge, type Registry } from "prom-client";

/** Time limit for the sources of one namespace. */
const TIMEOUT_MS = 2_000;

const gauges = {
  sentiment_source_ok: ["1 while the live source answers, or waits for its first poll.", ({ status }) => up(status)],
  sentiment_source_polls: ["Polls so far.", ({ polls }) => polls],
  sentiment_source_poll_errors: ["Polls so far that failed.", ({ errors }) => errors],
  sentiment_source_items_24h: ["New items of the last 24 hours.", ({ items_24h }) => items_24h],
  sentiment_source_lag_seconds: ["Time since what is known to be complete.", ({ lag_seconds }) => lag_seconds],
  sentiment_source_coverage_24h: ["Share of the last 24 hours that was seen.", ({ coverage_24h }) => coverage_24h],
  sentiment_source_open_gaps: [
    "Gaps of the last 30 days that are open, at most 10.",
    ({ open_gaps }) => open_gaps.length,
  ],
  sentiment_source_paid_items_today: ["Paid items that were read today.", ({ items_paid_today }) => items_paid_today],
} as const satisfies Record<string, readonly [string, (source: SourcesReport["sources"][number]) => number | null]>;

const up = (status: string) => (status === "ok" || status === "waiting" ? 1 : 0);

/**
 * Adds gauges of every namespace's live sources. Paused sources are left out.
 *
 * @returns A function that reads them again. A namespace whose sources cannot be read then has no figures.
 */
export function measureSources(
  registry: Registry,
  operations: readonly Operation[],
  dataset: Dataset,
  now: () => Date,
): () => Promise<void> {
  const asked = operations.filter(({ name }) => name === "sources");
  const made = Object.entries(gauges).map(([name, [help, read]]) => {
    const gauge = new Gauge({
      ...{ name, help, labelNames: ["namespace", "source"], registers: [registry] },
      // Every process reads the same state.
      aggregator: "first",
    });
    return { gauge, read };
  });
  return async () => {
    const instant = now();
    const call = { today: dayOf(instant), now: instant, lookbackDays: null, accountType: null };
    const answers = await Promise.all(
      asked.map(async (operation) => {
        const timed = { ...call, signal: AbortSignal.timeout(TIMEOUT_MS) };
        const answer = await invoke(operation, { parameters: {} }, dataset, timed).catch(() => null);
        return { namespace: operation.namespace?.id ?? "", sources: (answer as SourcesReport | null)?.sources ?? [] };
      }),
    );
    for (const { gauge, read } of made) {
      gauge.reset();
      for (const { namespace, sources } of answers)
        for (const source of sources) {
          const value = source.status === "paused" ? null : read(source);
          if (value !== null) gauge.set({ namespace, source: source.name }, value);
        }
    }
  };
}
