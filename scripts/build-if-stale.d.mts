/** Why the workspace below `root` has to be built; null when it does not. */
export function stalenessOf(root: string): string | null;
/** Builds all packages when an output is missing or older than what it is built from. */
export function buildIfStale(root?: string): void;
