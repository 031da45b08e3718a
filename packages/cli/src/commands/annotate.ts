import path from "node:path";
import type { AnnotateReport } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { type ExitCode, stopExitCode } from "../failure.js";
import type { Outcome } from "../program.js";
import { textNamespaceNamed, textNamespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { columnMapOf, existingInputs, hintUseOf, repeated } from "./record-input.js";

/** Adds `annotate`: raw records in, documents with their mentions out. */
export function addAnnotateCommand(program: Command, effects: Effects, outcome: Outcome): void {
  program
    .command("annotate")
    .description("a filter without a store: raw records in, JSON lines with their companies and verdicts out, in order")
    .argument("[files...]", "files to read, in this order; - is standard input, as JSON lines", ["-"])
    .option("--ns <name>", `namespace: ${textNamespaceNames()} (default: news)`)
    .option(
      "--map <field=column>",
      "take a field from this column of the files; repeat for more (default: the usual names)",
      repeated,
    )
    .option("--hints <use>", "assets that the files attach to a text: supported by it, all, none (default: supported)")
    .option("--no-hints", "as --hints none")
    .option("--rejected <file>", "keep records that cannot be read here, as JSON lines (default: only count them)")
    .option("--data <dir>", `only its imported listings are read; ${dataOptionText}`)
    .action(async (files: string[], options: ParsedOptions) => {
      outcome.exitCode = await annotate(files, options, effects);
    });
}

async function annotate(files: readonly string[], options: ParsedOptions, effects: Effects): Promise<ExitCode> {
  const namespace = textNamespaceNamed(textOption(options, "ns") ?? "news");
  const columnMap = columnMapOf(options);
  const hints = hintUseOf(options);
  const inputs = await existingInputs(files, effects);
  const rejected = textOption(options, "rejected");
  const stop = effects.stopSignal();
  let report: AnnotateReport;
  try {
    report = await effects.backends.annotate(
      {
        namespace,
        files: inputs,
        columnMap,
        hints,
        dataDirectory: await resolveDataDirectory(textOption(options, "data"), effects),
        now: effects.now,
        rejectedFile: rejected === undefined ? null : path.resolve(effects.workingDirectory, rejected),
        signal: stop,
      },
      (line) => effects.stdout.write(`${JSON.stringify(line)}\n`),
    );
  } catch (cause) {
    if (!stop.aborted) throw cause;
    await effects.stderr.write("sentiment: stopped; the lines that were written are whole\n");
    return stopExitCode(stop.reason);
  }
  const aside = report.rejectedFile === null ? "" : `, kept in ${report.rejectedFile}`;
  await effects.stderr.write(`${report.lines} lines written, ${report.rejected} records rejected${aside}\n`);
  // What is kept aside is not lost, and a part of a dump may hold nothing else.
  return report.lines === 0 && report.rejected > 0 && report.rejectedFile === null ? 1 : 0;
}
