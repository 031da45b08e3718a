/** Query parameters that say where a reader came from, not which page it is; `prefix*` stands for all that start so. */
const trackingParameters = [
  ...["utm_*", "guccounter", "guce_*", "tsrc", "soc_src", "soc_trk", "fbclid", "gclid", "dclid", "gbraid", "wbraid"],
  ...[
    "msclkid",
    "yclid",
    "twclid",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "_hsenc",
    "_hsmi",
    "mkt_tok",
    "ncid",
    "cmpid",
  ],
  ...["ocid", "smid", "sr_share", "srnd", "ref_src", "ref_url", "s_cid", "icid", "yptr"],
];
const trackingNames = new Set(trackingParameters.filter((name) => !name.endsWith("*")));
const trackingPrefixes = trackingParameters.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));

/** Parameters are taken out one by one, each past all others: their number is bounded by this. */
const LONGEST_ADDRESS_CHARS = 8_192;

/**
 * One spelling for the addresses of one page: `https`, host in lower case without `www.` or a final dot, no user, no
 * fragment, no tracking parameters, the other parameters in order of their names, no slash at the end. Ports 80
 * and 443 are dropped, any other stays. Applying it twice changes nothing more. For comparing, not for fetching.
 *
 * @returns Null when `url` is not an absolute http or https address, or longer than any server takes.
 */
export function canonicalAddress(url: string): string | null {
  if (url.length > LONGEST_ADDRESS_CHARS) return null;
  const parsed = parseUrl(url.trim());
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return null;
  const host = withoutTail(parsed.hostname, ".").replace(/^(?:www\.)+(?=[^.]+\.)/, "");
  if (host === "") return null;
  const port = parsed.port === "" || parsed.port === "443" || parsed.port === "80" ? "" : `:${parsed.port}`;
  for (const name of [...parsed.searchParams.keys()]) if (isTracking(name)) parsed.searchParams.delete(name);
  parsed.searchParams.sort();
  const query = parsed.searchParams.toString();
  return `https://${host}${port}${withoutTail(parsed.pathname, "/")}${query === "" ? "" : `?${query}`}`;
}

/** A loop, because `/\/+$/` takes quadratic time on a long run of slashes in the middle. */
function withoutTail(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix));
}

function parseUrl(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
