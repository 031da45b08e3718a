/** One message of a conversation with a language model. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A language model behind an address. Safe for concurrent calls. */
export interface ChatEndpoint {
  /** Name of the model as it is asked for. */
  readonly model: string;
  /**
   * The model's answer.
   *
   * @throws MarketDataError `explanation_unavailable` when none came in time; rethrows `signal.reason` when aborted.
   */
  complete(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
