/** The page's current colours, for drawing on a canvas. */
export function colours(): Readonly<
  Record<"ink" | "soft" | "line" | "bar" | "barLast" | "bull" | "bear" | "gap" | "accent", string>
> {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: of("ink"),
    soft: of("soft"),
    line: of("line"),
    bar: of("bar"),
    barLast: of("bar-last"),
    bull: of("bull"),
    bear: of("bear"),
    gap: of("gap"),
    accent: of("accent"),
  };
}

/** Font of texts on a canvas. */
export const canvasFont = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
