import type { SourceReport } from "./source-report.js";

/** The scheduled sources in the health report. */
export interface SchedulerHealth {
  readonly running: boolean;
  readonly last_scrape: string | null;
  readonly scrape_count: number;
  readonly error_count: number;
  readonly success_rate: number | null;
  readonly note: string | null;
}

/** State of a namespace's sources, with a note if something is wrong. */
export interface SourcesHealth {
  readonly status: "healthy" | "degraded" | "unhealthy";
  readonly scheduler: SchedulerHealth | null;
  readonly error: string | null;
}

/**
 * Whether a namespace keeps receiving data. Healthy without scheduled sources, because loaded data stays valid.
 * Unhealthy if nothing polls any more or no source answers; degraded if some sources do not.
 */
export function sourcesHealth(sources: readonly SourceReport[]): SourcesHealth {
  const scheduled = sources.filter(({ status }) => status !== "paused");
  if (scheduled.length === 0) return { status: "healthy", scheduler: null, error: null };
  const stale = scheduled.filter(({ status }) => status === "stale");
  const silent = scheduled.filter(({ status }) => status === "failing" || status === "blocked");
  const polls = total(scheduled, "polls");
  const errors = total(scheduled, "errors");
  const lastPoll = latest(scheduled.map(({ last_poll }) => last_poll));
  const note = noteOf(stale, silent);
  const isDown = stale.length === scheduled.length;
  const error = isDown
    ? `Nothing has been collected since ${lastPoll ?? "the start"}.`
    : silent.length + stale.length === scheduled.length
      ? "No source answers."
      : null;
  return {
    status: error !== null ? "unhealthy" : note !== null ? "degraded" : "healthy",
    scheduler: {
      running: !isDown,
      last_scrape: latest(scheduled.map(({ last_success }) => last_success)),
      scrape_count: polls,
      error_count: errors,
      success_rate: polls === 0 ? null : Math.round((1_000 * (polls - errors)) / polls) / 1_000,
      note,
    },
    error,
  };
}

/** Names the sources in trouble and the reasons; null without any. */
function noteOf(stale: readonly SourceReport[], silent: readonly SourceReport[]): string | null {
  const parts = [
    ...silent.map(
      ({ name, reason, last_success }) => `${name}: ${reason ?? "failing"}, last answer ${last_success ?? "never"}`,
    ),
    ...stale.map(({ name, last_poll }) => `${name}: not polled since ${last_poll ?? "the start"}`),
  ];
  return parts.length === 0
    ? null
    : parts.slice(0, 5).join("; ") + (parts.length > 5 ? `; and ${parts.length - 5} more` : "");
}

function total(sources: readonly SourceReport[], field: "polls" | "errors"): number {
  return sources.reduce((sum, source) => sum + source[field], 0);
}

function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}
