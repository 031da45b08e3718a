// Beyond one machine, as ratios within one run. Each part is a file of its own and says what it needs; where that is not
// there, the part is skipped with a word. Usage: node bench/scale.mjs [--only spark,…] and options of the parts.
const parts = {
  s3: () => import("./scale-s3.mjs"),
  spark: () => import("./scale-spark.mjs"),
  trino: () => import("./scale-trino.mjs"),
};

const option = (name) =>
  process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : null;
const wanted = option("only")?.split(",") ?? Object.keys(parts);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}
const rows = [];
for (const name of wanted) {
  const { measure } = await parts[name]();
  rows.push(...(await measure(option)));
}
console.table(rows);
process.exit(rows.some(({ met }) => met === "NO") ? 1 : 0);
