// Makes the derived tables of a data directory anew in a process of its own, from the built package, and publishes after every
// day. Says "completed <rows that differed>" at its end. Arguments: data directory, namespace.
import { namespaceOf } from "@market-sentiment/core";
import { rebuildDerived } from "@market-sentiment/core/node";
import { writeSync } from "node:fs";

const [dataDirectory, namespace] = process.argv.slice(2);
let nowMs = Date.parse("2026-03-31T12:00:00Z");
const [report] = await rebuildDerived({
  dataDirectory,
  namespaces: [namespaceOf(namespace)],
  check: false,
  // A clock that leaps: each day is due for a publication.
  now: () => new Date((nowMs += 20_000)),
});
const differing = Object.values(report.differing).reduce((sum, count) => sum + count, 0);
writeSync(1, `completed ${differing}\n`);
