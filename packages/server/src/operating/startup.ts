/** Parts still missing in a server that already listens and answers from the data it has. */
export interface Startup {
  /** In words, such as `text model`; empty once the server is complete. */
  waitingFor(): readonly string[];
  /** Whether data of the namespace is still being loaded. */
  isLoading(namespaceId: string): boolean;
}

/** For a server that is complete before it listens. */
export const started: Startup = { waitingFor: () => [], isLoading: () => false };
