// What a read costs as a store grows: the bench of reads in a process for each size, one table for all.
import { fork } from "node:child_process";

const assets = 2_000;
const days = 36;
const sizes = [
  ["small", { assets, days, talk: 1 }],
  ["10 × assets", { assets: 10 * assets, days, talk: 1 }],
  ["10 × days", { assets, days: 10 * days, talk: 1 }],
  ["10 × mentions", { assets, days, talk: 10 }],
];

/** Prints processor times of each read by size, of the product and by hand. @returns The exit status. */
export async function measureGrowth([script, ...given]) {
  const others = given.filter((word) => word !== "--growth");
  const columns = [];
  for (const [name, size] of sizes) {
    const words = Object.entries({ active: 1, ns: "news", ...size }).flatMap(([option, value]) => [
      `--${option}`,
      value,
    ]);
    columns.push({ name, times: await timesOf(script, [...others, ...words.map(String)]) });
  }
  console.log(`\nnews, ${assets} assets × ${days} days, all active; processor time in ms, and by hand in parentheses`);
  console.log(`\n${"read".padEnd(24)}${columns.map(({ name }) => name.padStart(18)).join("")}`);
  for (const title of columns[0].times.keys()) {
    const cells = columns.map(({ times }) => {
      const { ownMs, handMs } = times.get(title) ?? { ownMs: NaN, handMs: NaN };
      return `${ownMs.toFixed(1)} (${handMs.toFixed(1)})`.padStart(18);
    });
    console.log(`${title.padEnd(24)}${cells.join("")}`);
  }
  return 0;
}

/** Runs one size. @returns What it measured, by read. */
function timesOf(script, words) {
  return new Promise((resolve, reject) => {
    const times = new Map();
    const child = fork(script, words, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.on("message", (row) => times.set(row.title, row));
    child.on("error", reject);
    child.on("exit", () => resolve(times));
  });
}
