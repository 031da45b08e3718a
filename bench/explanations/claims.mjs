const months = "January February March April May June July August September October November December".split(" ");

/** Reduces texts to letters, digits, `$` and `%`, to compare quotations with stored texts. */
const flat = (text) =>
  text
    .replaceAll(/https?:\/\/\S+/g, " ")
    .replaceAll(/[^\p{L}\p{N}$%]+/gu, " ")
    .trim();

const dayText = (day) => {
  const [, month, date] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1]}`;
};

/** Every number that a second reading of the stored rows gives. */
function numbersOf({ verified, past, pastDays, day, voice }) {
  const distinct = (column) => new Set(verified.map((row) => row[column]).filter((value) => value !== null)).size;
  const labelled = (label) => verified.filter(({ sentiment_label }) => sentiment_label === label).length;
  const judged = labelled("positive") + labelled("neutral") + labelled("negative");
  const percent = (label) => Math.floor((200 * labelled(label) + judged) / (2 * judged));
  const numbers = [
    7,
    Number(day.slice(0, 4)),
    Number(day.slice(8)),
    verified.length,
    distinct(voice),
    distinct("place"),
  ];
  numbers.push(percent("positive"), percent("negative"), pastDays);
  if (pastDays < 14) return numbers;
  const usual = (past.length / pastDays) * 7;
  const oneDecimal = (value) => Math.round(value * 10 + 1e-9) / 10;
  return [
    ...numbers,
    oneDecimal(usual),
    oneDecimal(verified.length / usual),
    Math.round(oneDecimal(verified.length / usual)),
  ];
}

/** Claims of the text that the stored rows do not support: numbers, quotations, their author, day and likes. */
export function unsupportedClaims(text, facts) {
  const { name, key, day, verified, sources } = facts;
  const faults = [];
  for (const [, quote, credit] of text.matchAll(/“([^”]*)” \(([^)]*)\)/g)) {
    const said = flat(quote.replace(/…$/, ""));
    const bearing = verified.filter((row) => {
      const place = row.place === null ? null : sources.nameOf(row.place);
      const stored = flat([row.title, row.body].filter(Boolean).join(" "));
      return stored.includes(said) && credit.endsWith(dayText(row.day)) && (place === null || credit.startsWith(place));
    });
    if (bearing.length === 0) faults.push(`quotation: ${quote} (${credit})`);
    const reactions = /([\d,]+) (?:upvotes|likes)/.exec(credit)?.[1]?.replaceAll(",", "");
    if (reactions !== undefined && !bearing.some(({ engagement }) => engagement === Number(reactions)))
      faults.push(`reactions: ${credit}`);
  }
  const rest = text
    .replaceAll(/“[^”]*” \([^)]*\)/g, " ")
    .replace(name, " ")
    .replace(`(${key})`, " ");
  const allowed = numbersOf(facts);
  for (const [number] of rest.matchAll(/\d[\d,]*(?:\.\d+)?/g)) {
    const value = Number(number.replaceAll(",", ""));
    if (!allowed.some((known) => Math.abs(known - value) < 1e-9)) faults.push(`number: ${number}`);
  }
  if (!rest.includes(`${dayText(day)} ${day.slice(0, 4)}`)) faults.push("last day");
  return faults;
}
