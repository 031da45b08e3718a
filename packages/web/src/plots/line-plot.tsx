import { useId } from "preact/hooks";
import uPlot from "uplot";
import { dayText, startOf } from "../days.js";
import { buzzText } from "../number-text.js";
import { canvasFont, colours } from "./colours.js";
import { usePlot } from "./use-plot.js";

/** One line of a plot. */
export interface Line {
  readonly name: string;
  /** One value for each day. */
  readonly values: readonly number[];
}

/** Ten strokes that are distinct for every kind of colour vision: five colours, solid and dashed. */
const strokes = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d1f"];

/** Colour and dash of the line at this place. */
function strokeOf(at: number): { readonly stroke: string; readonly dash: readonly number[] } {
  return { stroke: strokes[at % strokes.length] ?? "", dash: at < strokes.length ? [] : [6, 4] };
}

/** A plot of several series over the same days, with a table of its figures. */
export function LinePlot({ days, lines, label }: { days: readonly string[]; lines: readonly Line[]; label: string }) {
  const id = useId();
  const host = usePlot(JSON.stringify([days, lines]), (element, width) => linePlot(element, width, days, lines));
  return (
    <figure class="plot">
      <div ref={host} class="canvas" role="img" aria-label={label} aria-details={`${id}-table`} />
      <figcaption class="legend">
        {lines.map(({ name }, at) => {
          const { stroke, dash } = strokeOf(at);
          return (
            <span key={name}>
              <svg width="22" height="8" aria-hidden="true">
                <line
                  x1="1"
                  x2="21"
                  y1="4"
                  y2="4"
                  stroke={stroke}
                  stroke-width="2.5"
                  stroke-dasharray={dash.join(" ")}
                />
              </svg>{" "}
              {name}
            </span>
          );
        })}
      </figcaption>
      <details>
        <summary>As a table</summary>
        <div class="table-frame" tabIndex={0} role="region" aria-label={`${label}: table`}>
          <table id={`${id}-table`}>
            <caption class="unseen">{label}</caption>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col" class="right">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  {lines.map(({ name, values }) => (
                    <td key={name} class="right">
                      {buzzText(values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function linePlot(element: HTMLElement, width: number, days: readonly string[], lines: readonly Line[]): uPlot {
  const palette = colours();
  const axis = { stroke: palette.soft, font: canvasFont, ticks: { show: false } };
  return new uPlot(
    {
      width,
      height: 280,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: (_plot, _from, to) => [0, Math.max(10, to * 1.08)] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          values: (_plot, splits) =>
            splits.map((seconds) => dayText(new Date(seconds * 1000).toISOString().slice(0, 10))),
          incrs: [1, 2, 3, 7, 14, 28].map((count) => count * 86_400),
          space: 70,
        },
        { ...axis, size: 38, grid: { stroke: palette.line, width: 1 } },
      ],
      series: [
        {},
        ...lines.map(({ name }, at) => {
          const { stroke, dash } = strokeOf(at);
          return { label: name, stroke, width: 2, dash: [...dash], points: { show: days.length < 3 } };
        }),
      ],
    },
    [days.map((day) => startOf(day) / 1000), ...lines.map(({ values }) => [...values])],
    element,
  );
}
