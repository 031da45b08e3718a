import { Watched } from "./watched.js";

/** The current address. A view shows nothing that does not follow from it, so every address can be shared. */
export interface Address {
  /** Segments below `/app`, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function readAddress(): Address {
  const { pathname, search } = location;
  const path = pathname.split("/").slice(2).filter(Boolean).map(decoded);
  return { path, query: new URLSearchParams(search) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The current address; changes with every navigation. */
export const address = new Watched<Address>(readAddress());

addEventListener("popstate", () => address.set(readAddress()));

/** Navigates within this page. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  address.set(readAddress());
}

/** The current address with other filters; an empty value removes a filter. */
export function withFilters(changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(address.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  return hrefOf(location.pathname, query);
}

/** Address of a view below `/app`, with the chosen period. */
export function viewHref(segments: readonly string[], filters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const name of ["days", "to", "as_of"]) {
    const value = address.value.query.get(name);
    if (value !== null) query.set(name, value);
  }
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  return hrefOf(["/app", ...segments.map(encodeURIComponent)].join("/"), query);
}

function hrefOf(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * Follows links within this page without reloading it. The browser handles all others, and those opened in a new tab.
 */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const { origin, pathname, search, hash } = link;
  if (origin !== location.origin || !/^\/app(\/|$)/.test(pathname) || link.hasAttribute("download") || hash !== "")
    return;
  event.preventDefault();
  const isOtherView = pathname !== location.pathname;
  go(pathname + search);
  if (!isOtherView) return;
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus();
}
