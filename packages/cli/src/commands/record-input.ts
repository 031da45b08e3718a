import path from "node:path";
import { type HintUse, hintUses } from "@market-sentiment/core";
import type { StreamInput } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { untilStopped } from "../input/until-stopped.js";
import type { ParsedOptions } from "./query-options.js";

/** Collects the values of an option that may be repeated. */
export const repeated = (value: string, before: string[] | undefined) => [...(before ?? []), value];

/** The use of `--hints` and `--no-hints`. @throws WrongUse for another one. */
export function hintUseOf({ hints = "supported" }: ParsedOptions): HintUse {
  // `--no-hints` makes it false.
  const use = hintUses.find((each) => each === (hints === false ? "none" : hints));
  if (use === undefined) throw new WrongUse(`--hints takes ${hintUses.join(", ")}, not '${String(hints)}'`);
  return use;
}

/** The files by their absolute paths, and standard input for `-`. @throws WrongUse naming each file that is not there. */
export async function existingInputs(files: readonly string[], effects: Effects): Promise<(string | StreamInput)[]> {
  if (files.filter((file) => file === "-").length > 1) throw new WrongUse("standard input (-) can be read only once");
  const wrong: string[] = [];
  const inputs = files.map((file) =>
    file === "-" ? standardInput(effects) : path.resolve(effects.workingDirectory, file),
  );
  for (const file of inputs.filter((input) => typeof input === "string")) {
    const kind = await effects.files.kindOf(file);
    if (kind === null) wrong.push(`the file ${file} does not exist`);
    else if (kind === "directory") wrong.push(`${file} is a directory`);
  }
  const [first, ...rest] = wrong;
  if (first !== undefined) throw new WrongUse(first, rest);
  return inputs;
}

/** Named after the time, so that the next reading does not overwrite its rejects. */
function standardInput({ stdin, now, stopSignal }: Effects): StreamInput {
  return {
    name: `stdin-${now().toISOString().replaceAll(/[-:]/g, "").replace(/\.\d+/, "")}`,
    chunks: untilStopped(stdin(), stopSignal()),
  };
}

/** `--map title=headline` as `{ title: "headline" }`. @throws WrongUse for another form or a field given twice. */
export function columnMapOf({ map: given }: ParsedOptions): Record<string, string> {
  const pairs = Array.isArray(given) ? given.map(String) : [];
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const [field, column] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (field === "" || column === "") throw new WrongUse(`--map: '${pair}' does not have the form field=column`);
    if (map.has(field)) throw new WrongUse(`--map: ${field} is mapped twice`);
    map.set(field, column);
  }
  return Object.fromEntries(map);
}
