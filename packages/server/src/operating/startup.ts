/** Pending parts of a server that already listens and answers from the available data. */
export interface Startup {
  /** In words, such as `text model`; empty once everything is there. */
  waitingFor(): readonly string[];
  /** Whether data of the namespace is still being loaded. */
  isLoading(namespaceId: string): boolean;
}

/** Of a server that has everything before it listens. */
export const started: Startup = { waitingFor: () => [], isLoading: () => false };
