import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { theme } from "../parts/theme-switch.js";

/**
 * A plot in an element. It is redrawn when `key`, the colours, or the element's width change.
 *
 * @param make Draws into the element at a width.
 */
export function usePlot(key: string, make: (host: HTMLElement, width: number) => uPlot) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let plot = make(element, element.clientWidth);
    const redraw = () => {
      plot.destroy();
      plot = make(element, element.clientWidth);
    };
    const isOver = theme.watch(redraw);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", redraw);
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height: plot.height });
    });
    sizes.observe(element);
    return () => {
      isOver();
      dark.removeEventListener("change", redraw);
      sizes.disconnect();
      plot.destroy();
    };
  }, [key]);
  return host;
}
