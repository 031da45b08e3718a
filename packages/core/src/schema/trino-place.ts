/** What an address of a Trino must be; null when it is. */
export function faultOfTrinoUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.pathname !== "/" || url.search !== "")
    return "must be an address such as http://127.0.0.1:8080";
  if (url.password !== "" && url.protocol === "http:") return "must be an https address where it holds a password";
  return null;
}

/** What a name of a catalog or schema must be; null when it is. Trino folds other letters to small ones. */
export function faultOfTrinoName(text: string): string | null {
  return /^[a-z_][a-z0-9_]*$/.test(text) ? null : "must be a name of small letters, digits and _";
}
