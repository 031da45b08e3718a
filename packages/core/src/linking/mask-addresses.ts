const MAY_HOLD_ADDRESS = /[@/]|www\.|\.(?:com|org|net|io)\b/i;
// Hostile text must not cost more than other text: a run of characters is scanned only from its start, or no further
// than a host label may be long.
const ADDRESS = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)[^\s)\]]+`,
    String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+`,
    String.raw`(?<![\w@])@[A-Za-z_]\w*`,
    String.raw`(?<![\w/])\/?[ru]\/[\w-]+`,
    String.raw`(?<![\w.])[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}\/[\w/?=&%#.+-]*`,
    // A bare host in lower case; "Amazon.com Inc." is a company.
    String.raw`(?<![\w.])(?:[a-z0-9-]{1,63}\.){1,20}(?:com|org|net|io)(?![\w.-])`,
  ].join("|"),
  "g",
);
/** Hosts that are also how people write the company. */
const COMPANY_HOSTS = new Set(["amazon.com", "c3.ai", "booking.com", "salesforce.com"]);
/** No word crosses it, and no sentence begins after it. */
const FILLER = "\u0000";

/**
 * Hides web and mail addresses, `@handles` and `r/subreddits`, which name nobody: same length, so that offsets stay.
 */
export function maskAddresses(text: string): string {
  if (!MAY_HOLD_ADDRESS.test(text)) return text;
  return text.replace(ADDRESS, (address) => (COMPANY_HOSTS.has(address) ? address : FILLER.repeat(address.length)));
}
