import { useId } from "preact/hooks";
import { shareText } from "../number-text.js";

/** One hour or day of a strip; the share is null before the first source. */
export interface StripCell {
  readonly name: string;
  readonly share: number | null;
}

/** A strip of coverage shares; gaps are hatched. A table has the same figures. */
export function Strip({ cells, label }: { cells: readonly StripCell[]; label: string }) {
  const id = useId().replace(/\W/g, "");
  return (
    <>
      <svg
        class="strip"
        role="img"
        aria-label={label}
        aria-details={`${id}-table`}
        viewBox={`0 0 ${cells.length * 10} 22`}
        preserveAspectRatio="none"
      >
        <defs>
          <pattern id={`${id}-gap`} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="gap" x1="0" x2="0" y1="0" y2="3" />
          </pattern>
        </defs>
        {cells.map(({ share }, at) => (
          <g key={at}>
            <rect x={at * 10 + 0.5} y="0" width="9" height="22" fill={share === null ? "none" : `url(#${id}-gap)`} />
            <rect class="seen" x={at * 10 + 0.5} y={22 - 22 * (share ?? 0)} width="9" height={22 * (share ?? 0)} />
          </g>
        ))}
      </svg>
      <details>
        <summary class="quiet">As a table</summary>
        <table id={`${id}-table`}>
          <caption class="unseen">{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              <th scope="col" class="right">
                Seen
              </th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ name, share }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="right">{shareText(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
