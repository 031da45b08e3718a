import type { PositionRule } from "./position-rule.js";

const amount = String.raw`\$?(\d[\d,]*(?:\.\d+)?|\.\d+)(k\b|m\b)?`;
const notAPrice = String.raw`(?!\d|[.,]\d| ?%|x\b| ?(?:years?|yrs?|months?|days?|weeks?|hours?|shares|times|billion|million|bn)\b)`;

/** Ways of telling two prices or sums, the earlier one first. */
const changes = [
  String.raw`\bturned (?:my |a |his |her )?${amount}${notAPrice}(?: \S+){0,2} into (?:a |about )?${amount}${notAPrice}`,
  String.raw`\b(?:went|gone|dropped|rode (?:it|them)|fell|ran|melted|down|up|calls|puts|leaps) from ${amount}${notAPrice} to ${amount}${notAPrice}`,
  String.raw`\b(?:bought|buying|loaded(?: \S+){0,2}|averag\w+(?: \S+){0,3}|got in|paid|cost basis|my average|in|entered)(?: [^\d.,]{1,30})? ?(?:at|is|of|since|since at) ${amount}${notAPrice}[^.]{0,30}?[,;.:]? (?:it's|its|now|currently|today|trades|sits|is)(?: now| at| trading| down| up| to)* ${amount}${notAPrice}`,
  String.raw`(?<![\d.])${amount} ?(?:->|→|=>|-->) ?${amount}${notAPrice}`,
].map((words) => new RegExp(words));

/** Least change that says something. */
const LEAST_RATIO = 1.1;

/** What two prices of a clause tell of a holder's position: what became of the money, or of the price. */
export function numbersTold(clause: string): Pick<PositionRule, "name" | "sign">[] {
  for (const change of changes) {
    const found = change.exec(clause);
    if (found === null) continue;
    const before = valueOf(found[1], found[2]);
    const after = valueOf(found[3], found[4]);
    if (!(before > 0) || !(after >= 0)) return [];
    const isUp = after > before;
    if ((isUp ? after / before : before / Math.max(after, 1e-9)) < LEAST_RATIO) return [];
    if (/\b(?:roll(?:ed|ing)|margin requirement|strikes?|pe|short (?:\S+ )?(?:puts?|calls?|straddles?))\b/.test(clause))
      return [];
    const against = /\b(?:puts?|[\d.]+p|short(?:ed|ing)?|shorts)\b/.test(clause);
    // "on weeklies" may be either.
    if (/\b(?:calls?|[\d.]+c|leaps)\b/.test(clause) ? against : /\b(?:weeklies|options|0dte|lotto)\b/.test(clause))
      return [];
    return [{ name: isUp ? "worth more than before" : "worth less than before", sign: isUp === against ? -1 : 1 }];
  }
  return [];
}

function valueOf(digits: string | undefined, unit: string | undefined): number {
  return Number((digits ?? "").replaceAll(",", "")) * (unit === "k" ? 1e3 : unit === "m" ? 1e6 : 1);
}
