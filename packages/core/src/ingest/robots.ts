/** Robot accounts whose names do not end in `bot`; lower case. */
const knownRobots = new Set(["automoderator", "visualmod"]);

/** Whether an account name is that of a robot: a known one, or one that ends in `bot`. */
export function isRobotName(name: string | null): boolean {
  if (name === null) return false;
  const lower = name.toLowerCase();
  return knownRobots.has(lower) || lower.endsWith("bot");
}

/** Whether a text carries a robot's usual signature; for sources without author names. */
export function isRobotText(text: string | null): boolean {
  return text !== null && /\bI(?: am|['’]m) a bot\b/i.test(text);
}
