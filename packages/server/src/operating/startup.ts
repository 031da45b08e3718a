/** What a server that listens already still waits for. Answers come from what is there. */
export interface Startup {
  /** In words, such as `text model`; empty once everything is there. */
  waitingFor(): readonly string[];
  /** Whether data of the namespace is still being loaded. */
  isLoading(namespaceId: string): boolean;
}

/** For whoever has everything before it serves. */
export const started: Startup = { waitingFor: () => [], isLoading: () => false };
