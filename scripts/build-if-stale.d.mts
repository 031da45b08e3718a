/** Why the workspace below `root` has to be built; null when it does not. With `codeOnly`, declarations do not matter. */
export function stalenessOf(root: string, codeOnly?: boolean): string | null;
/** Builds all packages when an output is missing or older than what it is built from; with `codeOnly`, no declarations. */
export function buildIfStale(root?: string, codeOnly?: boolean): void;
