const MAY_HOLD_ADDRESS = /[@/]|www\.|\.(?:com|org|net|io)\b/i;
// So that hostile text costs no more than other text, a run of characters is scanned only from its start, or only as
// far as a host label may reach.
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
/** Hosts that people also write as the company's name. */
const COMPANY_HOSTS = new Set(["amazon.com", "c3.ai", "booking.com", "salesforce.com"]);
/** A mask that no word crosses and after which no sentence begins. */
const FILLER = "\u0000";

/**
 * Masks web and mail addresses, `@handles` and `r/subreddits`, which name no company. The length stays the same, and so
 * do offsets.
 */
export function maskAddresses(text: string): string {
  if (!MAY_HOLD_ADDRESS.test(text)) return text;
  return text.replace(ADDRESS, (address) => (COMPANY_HOSTS.has(address) ? address : FILLER.repeat(address.length)));
}
