import { scoreText } from "../number-text.js";

const arrows = { rising: "▲", falling: "▼", stable: "▬" } as const;

/** Rising, falling or stable, as a shape and a word, so that nobody depends on the colour. */
export function Trend({ trend }: { trend: string | null }) {
  if (trend === null) return <span class="quiet">–</span>;
  return (
    <span class={`trend trend-${trend}`}>
      <span aria-hidden="true">{arrows[trend as keyof typeof arrows]}</span> {trend}
    </span>
  );
}

/** A score of −1 to +1 as a bar from the middle, with its number. */
export function Sentiment({ score }: { score: number | null }) {
  const width = Math.min(1, Math.abs(score ?? 0)) * 26;
  return (
    <span class="sentiment">
      <svg width="56" height="10" viewBox="-28 0 56 10" aria-hidden="true">
        <rect class="track" x="-28" y="3.5" width="56" height="3" rx="1.5" />
        {score !== null && (
          <rect
            class={score < 0 ? "bear" : "bull"}
            x={score < 0 ? -width : 0}
            y="1"
            width={Math.max(1.5, width)}
            height="8"
            rx="1.5"
          />
        )}
        <line class="middle" x1="0" x2="0" y1="0" y2="10" />
      </svg>
      <span class="number">{scoreText(score)}</span>
    </span>
  );
}

/** Change of rank since the day before. `was` is null if the asset was not ranked, undefined if that is unknown. */
export function RankChange({ now, was }: { now: number; was: number | null | undefined }) {
  if (was === undefined) return <span class="quiet">–</span>;
  if (was === null) return <span class="change new">new</span>;
  const change = was - now;
  if (change === 0)
    return (
      <span class="quiet" aria-label="same rank as the day before">
        =
      </span>
    );
  const isUp = change > 0;
  return (
    <span class={`change ${isUp ? "up" : "down"}`}>
      <span class="unseen">{isUp ? "up " : "down "}</span>
      <span aria-hidden="true">{isUp ? "↑" : "↓"}</span>
      {Math.abs(change)}
    </span>
  );
}

/**
 * Buzz from which a day is marked as unusual. By definition, 50 is the attention of the namespace's busiest 5 % of
 * asset-days.
 */
const UNUSUAL_BUZZ = 50;

/** Marks an asset whose newest day is among the busiest. */
export function Unusual({ history }: { history: readonly number[] }) {
  const newest = history.at(-1) ?? 0;
  if (newest < UNUSUAL_BUZZ) return null;
  return (
    <span
      class="badge"
      title={`Buzz ${newest.toFixed(1)} on the last day: 50 or more is as much as the busiest 5 % of days here`}
    >
      unusual
    </span>
  );
}

/** Daily buzz as small bars; a screen reader gets the range in words. */
export function Sparkline({ history, width = 84 }: { history: readonly number[]; width?: number }) {
  const shown = history.slice(-30);
  const top = Math.max(20, ...shown);
  const step = width / Math.max(1, shown.length);
  const [first, last] = [shown[0] ?? 0, shown.at(-1) ?? 0];
  return (
    <svg
      class="sparkline"
      role="img"
      width={width}
      height="24"
      viewBox={`0 0 ${width} 24`}
      aria-label={`daily buzz, from ${first.toFixed(1)} to ${last.toFixed(1)}`}
    >
      {shown.map((value, at) => {
        const height = Math.max(1, (value / top) * 22);
        return (
          <rect
            key={at}
            class={at === shown.length - 1 ? "last" : ""}
            x={at * step + step * 0.12}
            y={23 - height}
            width={step * 0.76}
            height={height}
            rx={Math.min(1, step * 0.2)}
          />
        );
      })}
    </svg>
  );
}
