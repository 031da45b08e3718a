// Tables of the figures, and their insertion into the model card.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const figure = (value, digits = 3) => (value === null || value === undefined ? "" : value.toFixed(digits));

const HEAD = [
  "set (part) | rows | by | accuracy | macro F1 | F1 negative / neutral / positive | calibration error | of a perfectly calibrated model | direction | neutral half wrong | same labels as fp32 | macro F1 above fp32",
  "--- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | ---",
];

/** One line per set and way of answering. */
export function setsTable(results) {
  const lines = results.flatMap(({ name, part, ways }) =>
    Object.entries(ways).map(([way, m]) =>
      [
        `${name} (${part})`,
        m.rows,
        way,
        figure(m.accuracy),
        figure(m.macroF1),
        ["negative", "neutral", "positive"].map((label) => figure(m.f1[label]) || "–").join(" / "),
        figure(m.calibrationError),
        figure(m.calibrationErrorByChance),
        figure(m.direction),
        figure(m.neutralHalfWrong),
        figure(m.sameLabels),
        figure(m.macroF1MinusFp32),
      ].join(" | "),
    ),
  );
  return [...HEAD, ...lines].map((line) => `| ${line} |`).join("\n");
}

const total = ({ rates }) =>
  Object.values(rates).reduce((sum, { cases, passed }) => ({ cases: sum.cases + cases, passed: sum.passed + passed }), {
    cases: 0,
    passed: 0,
  });

/** One line per capability, one column per way of answering. */
export function behaviourTable(suites) {
  const kinds = Object.keys(suites);
  const line = (name, rates) =>
    `| ${[name, rates[0].cases, ...rates.map(({ cases, passed }) => figure(passed / cases))].join(" | ")} |`;
  return [
    `| ${["capability", "cases", ...kinds].join(" | ")} |`,
    `| ${["---", "---", ...kinds.map(() => "---")].join(" | ")} |`,
    ...Object.keys(suites.int8.rates).map((name) =>
      line(
        name,
        kinds.map((kind) => suites[kind].rates[name]),
      ),
    ),
    line(
      "all",
      kinds.map((kind) => total(suites[kind])),
    ),
  ].join("\n");
}

/** The messages: one line per capability and way of answering. */
export function talkTable(talk) {
  const lines = Object.keys(talk.int8).flatMap((name) =>
    Object.entries(talk).map(([way, rates]) => {
      const { messages, accuracy, inverted, f1 } = rates[name];
      const byLabel = ["negative", "neutral", "positive"].map((label) => figure(f1[label])).join(" / ");
      return `| ${[name, messages, way, figure(accuracy), figure(inverted), byLabel].join(" | ")} |`;
    }),
  );
  return [
    "| messages | number | by | accuracy | signs inverted | F1 negative / neutral / positive |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/**
 * Figures over several sets: direction of the score on the scored sets, and headlines with opposite targets all right.
 */
function summaryTable(results) {
  const lines = [];
  const scored = results.filter(({ name }) => name === "semeval2017-task5" || name === "fiqa2018-task1");
  const opposed = results.find(({ name, part }) => name === "sentfin, conflicting labels" && part === "test");
  for (const way of ["int8", "fp32", "VADER", "ngrams"]) {
    const own = scored.map(({ ways }) => ways[way]).filter((m) => m !== undefined);
    if (own.length === 0) continue;
    const polar = own.map((m) => ({ count: m.polarRows, right: m.direction * m.polarRows }));
    const count = polar.reduce((sum, one) => sum + one.count, 0);
    const right = polar.reduce((sum, one) => sum + one.right, 0);
    const side = opposed?.ways[way];
    // A sample of rows does not have all targets of a text.
    const pairs = side?.rows === opposed?.ways.int8.rows ? side?.oppositesRight : null;
    lines.push(
      `| ${way} | ${figure(right / count)} (${count} rows) | ${pairs ? `${figure(pairs.share)} (${pairs.texts} texts)` : ""} |`,
    );
  }
  return [
    "| by | semeval and fiqa: score points the right way | sentfin test texts with a positive and a negative target, all of them right |",
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}

const rounded = (value) =>
  JSON.parse(
    JSON.stringify(value, (_, one) =>
      typeof one === "number" && !Number.isInteger(one) ? Number(one.toFixed(4)) : one,
    ),
  );

/** Writes the messages' table between its markers of the model card, and their figures into the manifest. */
export async function writeTalk(modelDirectory, talk) {
  const manifestPath = join(modelDirectory, "manifest.json");
  const manifest = JSON.parse(await readFile(manifestPath, "utf8"));
  manifest.measured = { ...manifest.measured, talk: rounded(talk) };
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  const cardPath = join(modelDirectory, "README.md");
  const card = await readFile(cardPath, "utf8");
  await writeFile(
    cardPath,
    card.replace(
      /(<!-- talk -->\n)[\s\S]*?(<!-- \/talk -->)/,
      (_, open, close) => `${open}\n${talkTable(talk)}\n\n${close}`,
    ),
  );
}

/** Writes the tables between the markers of the model card, and the figures into the manifest. */
export async function writeReport(modelDirectory, results, suites) {
  const manifestPath = join(modelDirectory, "manifest.json");
  const manifest = JSON.parse(await readFile(manifestPath, "utf8"));
  const sets = Object.fromEntries(results.map(({ name, part, ways }) => [`${name} (${part})`, ways]));
  const behaviour = Object.fromEntries(Object.entries(suites).map(([kind, suite]) => [kind, suite.rates]));
  const compared = results.filter(({ again, ways }) => ways.int8.sameLabels !== undefined && !again);
  const rows = compared.reduce((sum, { ways }) => sum + ways.fp32.rows, 0);
  const same = compared.reduce((sum, { ways }) => sum + ways.int8.sameLabels * ways.fp32.rows, 0);
  manifest.measured = rounded({ sets, behaviour, ...(rows > 0 ? { sameLabelsAsFp32: same / rows } : {}) });
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);

  const cardPath = join(modelDirectory, "README.md");
  const card = await readFile(cardPath, "utf8");
  const tables = [summaryTable(results), setsTable(results), behaviourTable(suites)].join("\n\n");
  await writeFile(
    cardPath,
    card.replace(
      /(<!-- measured -->\n)[\s\S]*?(<!-- \/measured -->)/,
      (_, open, close) => `${open}\n${tables}\n\n${close}`,
    ),
  );
}
