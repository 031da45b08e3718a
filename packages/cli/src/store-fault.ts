/** Answers come from the state that is there, and may be older than what is published. */
export function warnOfStoreFault({ message }: Error): void {
  process.emitWarning(`${message} What was fetched before answers meanwhile.`);
}
