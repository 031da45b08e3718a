/** Accounts that post without a person, where the name alone does not say so; lower case. */
const knownRobots = new Set(["automoderator", "visualmod"]);

/** Whether an account name is that of a robot: a known one, or one that ends in `bot`. */
export function isRobotName(name: string | null): boolean {
  if (name === null) return false;
  const lower = name.toLowerCase();
  return knownRobots.has(lower) || lower.endsWith("bot");
}

/** Whether a text carries the usual signature of a robot; needed where a source keeps no names. */
export function isRobotText(text: string | null): boolean {
  return text !== null && /\bI(?: am|['’]m) a bot\b/i.test(text);
}
