// Draws the output of a command into an SVG file: the picture in the README. The README shows the sample of a first
// start: node scripts/terminal-picture.mjs docs/trending.svg -- trending --ns news --today DAY --days 7 --limit 10
// --data .sentiment
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [out, , ...args] = process.argv.slice(2);
const shown = args.filter((word, index) => word !== "--data" && args[index - 1] !== "--data");
const main = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const printed = execFileSync(process.execPath, [main, ...args], { encoding: "utf8" }).trimEnd();
const lines = [`$ sentiment ${shown.join(" ")}`, ...printed.split("\n")];

const charWidth = 8.4;
const lineHeight = 19;
const columns = Math.max(...lines.map((line) => [...line].length));
const width = Math.ceil(columns * charWidth) + 32;
const height = lines.length * lineHeight + 32;
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
// Command, period and headings; the rows stand below.
const coloured = (line, index) =>
  index < 4
    ? `<tspan fill="#8b949e">${escape(line)}</tspan>`
    : escape(line).replaceAll(
        /([+-])0\.\d{3}/g,
        (score, sign) => `<tspan fill="${sign === "+" ? "#3fb950" : "#f85149"}">${score}</tspan>`,
      );
const rows = lines.map(
  (line, index) =>
    `<text x="16" y="${16 + (index + 0.8) * lineHeight}" xml:space="preserve">${coloured(line, index)}</text>`,
);
writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escape(lines[0] ?? "")}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`,
);
