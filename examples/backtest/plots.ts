import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Evaluation, Results } from "./evaluation.js";

/** What is used of a drawn plot. */
interface Drawn {
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

/** Plots as SVG texts by name, blue as it was known and red with hindsight. Drawn on a document of a library, so that no browser is needed. */
export function plots(results: Results): Readonly<Record<string, string>> {
  // Both libraries have the types of a browser's document, which nothing else here knows.
  const { document } = parseHTML("<!doctype html><html><body></body></html>") as { readonly document: unknown };
  const draw = Plot.plot as unknown as (options: object) => Drawn;
  const of = <Value>(values: (evaluation: Evaluation) => readonly Value[]) =>
    (["known", "hindsight"] as const).flatMap((panel) => values(results[panel]).map((value) => ({ panel, ...value })));
  const svg = (options: Plot.PlotOptions) => {
    const colour: Plot.ScaleOptions = { domain: ["known", "hindsight"], range: ["#1f6feb", "#d1242f"] };
    // Without a title and a legend a plot is an SVG element.
    const drawn = draw({ document, color: colour, width: 640, ...options });
    drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return `${drawn.outerHTML}\n`;
  };
  const correlations = of(({ rank_correlation }) =>
    Object.entries(rank_correlation).map(([days, { mean }]) => ({ days: Number(days), mean })),
  );
  const quintiles = of(({ quintiles: { means } }) => means.map((mean, at) => ({ fifth: at + 1, mean })));
  const events = of(({ events: { path } }) => path);
  return {
    "rank-correlation": svg({
      x: { type: "point", label: "trading days" },
      y: { label: "rank correlation", grid: true },
      marks: [
        Plot.ruleY([0]),
        Plot.line(correlations, { x: "days", y: "mean", stroke: "panel" }),
        Plot.dot(correlations, { x: "days", y: "mean", fill: "panel" }),
      ],
    }),
    quintiles: svg({
      fx: { label: "fifth of the assets, lowest sentiment first" },
      x: { axis: null, domain: ["known", "hindsight"] },
      y: { label: "mean return over 5 days", grid: true, tickFormat: ".1%" },
      marks: [Plot.ruleY([0]), Plot.barY(quintiles, { fx: "fifth", x: "panel", y: "mean", fill: "panel" })],
    }),
    events: svg({
      x: { label: "trading days from the event" },
      y: { label: "cumulative abnormal return", grid: true, tickFormat: ".1%" },
      marks: [
        Plot.ruleY([0]),
        Plot.ruleX([0], { strokeDasharray: "2,3" }),
        Plot.line(events, { x: "day", y: "cumulative", stroke: "panel" }),
      ],
    }),
  };
}
