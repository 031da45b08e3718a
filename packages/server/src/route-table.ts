/** Knows the methods of each address, so that a wrong method can be told from a wrong address. */
export class RouteTable {
  readonly #routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  /** @param path With `:placeholders` for whole segments, and a `*` at the end for anything. */
  add(path: string, methods: readonly string[]): void {
    const pattern = path
      .split("/")
      .map((segment) => {
        if (segment === "*") return ".+";
        return segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      })
      .join("/");
    this.#routes.push({ pattern: new RegExp(`^${pattern}$`), methods });
  }

  /** Methods of the address, in alphabetical order; empty when there is no such address. */
  methodsOf(address: string): string[] {
    const path = address.split("?", 1)[0] ?? "";
    const methods = this.#routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}
