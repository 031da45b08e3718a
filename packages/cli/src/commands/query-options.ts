import type { Command, Option } from "commander";
import type { Parameter } from "@market-sentiment/core";
import { dataOptionText } from "../data-directory.js";
import { todayOptionText } from "../call-time.js";
import { WrongUse } from "../failure.js";
import { createOption } from "../commander.js";
import type { OutputFormat } from "../output/render.js";
import { flagName, flagTexts, periodDefault } from "./query-words.js";

/** Options as commander hands them over: flags of parameters hold every value that was given. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

/**
 * The flag of a request parameter. The operation parses its text, as for HTTP.
 *
 * @param defaultDays Default length of the operation's period; null without a period.
 */
export function parameterOption(parameter: Parameter, defaultDays: number | null): Option {
  const flag = flagName(parameter.name);
  const text = (flagTexts[parameter.name] ?? parameter.description).replace(/\.$/, "");
  const described = `${text} (default: ${defaultText(parameter, defaultDays)})`;
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  if (parameter.schema.type === "boolean") return createOption(flag, described).preset("true").argParser(collect);
  return createOption(`${flag} <${valueName(parameter)}>`, described).argParser(collect);
}

function defaultText({ name, schema, isInstant }: Parameter, defaultDays: number | null): string {
  const ofPeriod = defaultDays === null ? null : periodDefault(name, defaultDays);
  const fallback = schema.default;
  if (ofPeriod !== null) return ofPeriod;
  if (isInstant === true) return "now";
  if (typeof fallback === "boolean") return fallback ? "yes" : "no";
  return typeof fallback === "number" || typeof fallback === "string" ? String(fallback) : "all";
}

function valueName({ name, schema, isInstant }: Parameter): string {
  if (isInstant === true) return "time";
  if (schema.format === "date") return "day";
  if (schema.type === "integer") return "n";
  return Array.isArray(schema.enum) ? schema.enum.join("|") : name;
}

/** The values given to a flag; empty when it was not given. */
export function valuesOf(options: ParsedOptions, parameterName: string): readonly string[] {
  const key = parameterName.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const values = options[key];
  return Array.isArray(values) ? values.map(String) : [];
}

/** Options that every command that answers a query has. */
export function addCommonOptions(command: Command): Command {
  return command
    .option("--json", "print the JSON body that the service answers with")
    .option("--csv", "print the main rows as CSV")
    .option("--today <day>", todayOptionText)
    .option("--data <dir>", dataOptionText);
}

/** The output format that the options ask for. @throws WrongUse when they ask for two. */
export function formatOf(options: ParsedOptions): OutputFormat {
  if (options.json === true && options.csv === true) throw new WrongUse("--json and --csv exclude each other");
  return options.json === true ? "json" : options.csv === true ? "csv" : "table";
}

/** The text of an option that takes one; undefined when it was not given. */
export function textOption(options: ParsedOptions, key: string): string | undefined {
  const value = options[key];
  return typeof value === "string" ? value : undefined;
}
