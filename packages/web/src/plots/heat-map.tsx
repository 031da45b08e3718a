import { dayText } from "../days.js";

/** One row of a heat map. */
export interface HeatRow {
  readonly name: string;
  /** One value for each day. */
  readonly values: readonly number[];
}

const [ROW, NAME] = [26, 210];

/** Width of a day: few days fill a wide screen. */
const cellWidth = (days: number): number => Math.max(24, Math.min(92, Math.floor(880 / Math.max(1, days))));

/** A heat map of names by day; darker means more. The table with this id has the same figures. */
export function HeatMap({
  days,
  rows,
  label,
  tableId,
}: {
  days: readonly string[];
  rows: readonly HeatRow[];
  label: string;
  tableId: string;
}) {
  const top = Math.max(20, ...rows.flatMap(({ values }) => values));
  const cell = cellWidth(days.length);
  const width = NAME + days.length * cell;
  const height = rows.length * ROW + 22;
  const every = Math.max(1, Math.ceil(52 / cell));
  return (
    <div class="heat" tabIndex={0} role="region" aria-label={label}>
      <svg
        role="img"
        aria-label={label}
        aria-details={tableId}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {rows.map(({ name, values }, row) => (
          <g key={name}>
            <text x={NAME - 10} y={row * ROW + 17} text-anchor="end">
              {name.length > 28 ? `${name.slice(0, 27)}…` : name}
            </text>
            {values.map((value, at) => (
              <g key={at}>
                <rect
                  class="cell-ground"
                  x={NAME + at * cell + 1}
                  y={row * ROW + 1}
                  width={cell - 2}
                  height={ROW - 2}
                  rx="3"
                />
                <rect
                  class="cell"
                  x={NAME + at * cell + 1}
                  y={row * ROW + 1}
                  width={cell - 2}
                  height={ROW - 2}
                  rx="3"
                  fill-opacity={(value / top) ** 0.8}
                >
                  <title>{`${name}, ${dayText(days[at] ?? "")}: ${value.toFixed(1)}`}</title>
                </rect>
              </g>
            ))}
          </g>
        ))}
        {days.map((day, at) =>
          (days.length - 1 - at) % every === 0 ? (
            <text key={day} class="day" x={NAME + at * cell + cell / 2} y={height - 6} text-anchor="middle">
              {dayText(day)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}
