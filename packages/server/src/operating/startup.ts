/** What a server still waits for while it already listens and answers from the data that is there. */
export interface Startup {
  /** In words, such as `text model`; empty once everything is there. */
  waitingFor(): readonly string[];
  /** Whether data of the namespace is still being loaded. */
  isLoading(namespaceId: string): boolean;
}

/** Of a server that has everything before it listens. */
export const started: Startup = { waitingFor: () => [], isLoading: () => false };
