import { useId } from "preact/hooks";
import uPlot from "uplot";
import { dayText, startOf } from "../days.js";
import { buzzText, scoreText, shareText } from "../number-text.js";
import { canvasFont, colours } from "./colours.js";
import { usePlot } from "./use-plot.js";

/** One day of an asset. */
export interface DayPoint {
  readonly date: string;
  readonly buzz: number;
  readonly sentiment: number | null;
  readonly volume: number;
  /** Share of the day that the live sources saw; null without sources or if unknown. */
  readonly coverage: number | null;
}

const HEIGHT = 230;
/** Share of the plot's height for the sentiment, below the buzz. */
const BAND = 0.3;

/** Bars of buzz above the sentiment of each day, on one time axis. Hatching marks what the sources did not see. */
export function DayPlot({
  days,
  volumeName,
  label,
  chosen,
  onChoose,
}: {
  days: readonly DayPoint[];
  volumeName: string;
  label: string;
  chosen: string | null;
  onChoose: (day: string) => void;
}) {
  const id = useId();
  const hasGaps = days.some(({ coverage }) => coverage !== null && coverage < 1);
  const host = usePlot(JSON.stringify([days, chosen]), (element, width) =>
    dayPlot(element, width, days, chosen, onChoose),
  );
  return (
    <figure class="plot">
      <div ref={host} class="canvas" role="img" aria-label={label} aria-details={`${id}-table`} />
      <figcaption class="legend">
        <span>
          <i class="key key-bar" /> buzz
        </span>
        <span>
          <i class="key key-bull" /> bullish
        </span>
        <span>
          <i class="key key-bear" /> bearish
        </span>
        {hasGaps && (
          <span>
            <i class="key key-gap" /> not seen by the sources
          </span>
        )}
        <span class="quiet">Choose a day to see its evidence.</span>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <div class="table-frame">
          <table id={`${id}-table`}>
            <caption class="unseen">{label}</caption>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col" class="right">
                  Buzz
                </th>
                <th scope="col" class="right">
                  Sentiment
                </th>
                <th scope="col" class="right">
                  {volumeName}
                </th>
                {hasGaps && (
                  <th scope="col" class="right">
                    Seen
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.date}>
                  <th scope="row">
                    <button
                      type="button"
                      class="plain"
                      aria-pressed={day.date === chosen}
                      onClick={() => onChoose(day.date)}
                    >
                      {dayText(day.date, true)}
                    </button>
                  </th>
                  <td class="right">{buzzText(day.buzz)}</td>
                  <td class="right">{scoreText(day.sentiment)}</td>
                  <td class="right">{day.volume}</td>
                  {hasGaps && <td class="right">{shareText(day.coverage)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function dayPlot(
  element: HTMLElement,
  width: number,
  days: readonly DayPoint[],
  chosen: string | null,
  onChoose: (day: string) => void,
): uPlot {
  const palette = colours();
  const top = Math.max(10, ...days.map(({ buzz }) => buzz)) * 1.08;
  const below = (top * BAND) / (1 - BAND);
  const half = 43_200;
  const at = days.map(({ date }) => startOf(date) / 1000);
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  const dayAt = (plot: uPlot) => days[plot.cursor.idx ?? -1]?.date;
  const plot = new uPlot(
    {
      width,
      height: HEIGHT,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: true, range: () => [first - half, last + half] },
        y: { range: () => [-below, top] },
      },
      axes: [
        {
          stroke: palette.soft,
          font: canvasFont,
          grid: { show: false },
          ticks: { show: false },
          values: (_plot, splits) =>
            splits.map((seconds) => dayText(new Date(seconds * 1000).toISOString().slice(0, 10))),
          splits: (_plot, _axis, from, to) => everyFewDays(at, from, to, width),
        },
        {
          stroke: palette.soft,
          font: canvasFont,
          size: 38,
          ticks: { show: false },
          grid: { stroke: palette.line, width: 1 },
          splits: () => [0, 25, 50, 75].filter((value) => value < top),
        },
      ],
      series: [{}, { label: "buzz", paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(drawn) => drawDays(drawn, days, { palette, chosen, below })],
      },
    },
    [at, days.map(({ buzz }) => buzz)],
    element,
  );
  plot.over.addEventListener("click", () => {
    const day = dayAt(plot);
    if (day !== undefined) onChoose(day);
  });
  return plot;
}

/** Labels of the time axis: as many as fit, always with the last day. */
function everyFewDays(at: readonly number[], from: number, to: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(at.length / Math.max(2, Math.floor(width / 78))));
  return at.filter((seconds, index) => seconds >= from && seconds <= to && (at.length - 1 - index) % step === 0);
}

function drawDays(
  plot: uPlot,
  days: readonly DayPoint[],
  { palette, chosen, below }: { palette: ReturnType<typeof colours>; chosen: string | null; below: number },
): void {
  const { ctx: pen, bbox } = plot;
  const x = (seconds: number) => plot.valToPos(seconds, "x", true);
  const y = (value: number) => plot.valToPos(value, "y", true);
  const room = bbox.width / Math.max(1, days.length);
  const bar = Math.max(1, Math.min(room * 0.68, 46 * devicePixelRatio));
  const [ground, middle] = [y(0), y(-below * 0.54)];
  const reach = (y(-below) - ground) * 0.42;
  pen.save();
  pen.beginPath();
  pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  pen.clip();
  days.forEach((day) => {
    const centre = x(startOf(day.date) / 1000);
    const missed = day.coverage === null ? 0 : 1 - day.coverage;
    if (day.date === chosen) {
      pen.fillStyle = palette.line;
      pen.fillRect(centre - room / 2, bbox.top, room, bbox.height);
    }
    if (missed > 0) hatch(pen, palette.gap, centre - room / 2, bbox.top, room, (ground - bbox.top) * missed);
    const isLast = day === days.at(-1);
    pen.fillStyle = day.date === chosen ? palette.accent : isLast ? palette.barLast : palette.bar;
    pen.fillRect(centre - bar / 2, y(day.buzz), bar, ground - y(day.buzz));
    if (day.sentiment === null) return;
    const height = Math.max(1, Math.abs(day.sentiment) * reach);
    pen.fillStyle = day.sentiment < 0 ? palette.bear : palette.bull;
    pen.fillRect(centre - bar / 2, day.sentiment < 0 ? middle : middle - height, bar, height);
  });
  pen.fillStyle = palette.soft;
  pen.fillRect(bbox.left, middle, bbox.width, 1);
  pen.restore();
}

/** Hatches a rectangle. */
function hatch(
  pen: CanvasRenderingContext2D,
  colour: string,
  left: number,
  top: number,
  width: number,
  height: number,
): void {
  const gap = 7 * devicePixelRatio;
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  pen.strokeStyle = colour;
  pen.lineWidth = devicePixelRatio;
  pen.beginPath();
  for (let from = left - height; from < left + width; from += gap) {
    pen.moveTo(from, top + height);
    pen.lineTo(from + height, top);
  }
  pen.stroke();
  pen.restore();
}
