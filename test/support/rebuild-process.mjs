// Rebuilds the derived tables of a data directory in a separate process with the built package, and publishes after
// every day. Prints "completed <rows that differed>" at the end. Arguments: data directory, namespace.
import { namespaceOf } from "@market-sentiment/core";
import { rebuildDerived } from "@market-sentiment/core/node";
import { writeSync } from "node:fs";

const [dataDirectory, namespace] = process.argv.slice(2);
let nowMs = Date.parse("2026-03-31T12:00:00Z");
const [report] = await rebuildDerived({
  dataDirectory,
  namespaces: [namespaceOf(namespace)],
  check: false,
  // A clock that jumps, so that a publication is due after each day.
  now: () => new Date((nowMs += 20_000)),
});
const differing = Object.values(report.differing).reduce((sum, count) => sum + count, 0);
writeSync(1, `completed ${differing}\n`);
