/** How much of the server one connection may hold, and for how long. */
export interface ConnectionLimits {
  /** How long the head of a request may take to arrive after the connection was opened, in milliseconds. */
  readonly headMs: number;
  /** How long a whole request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** How long an answer may take to be fetched once it is being sent, in milliseconds. */
  readonly answerMs: number;
  /** How often the times are looked at, in milliseconds: what is overdue is cut at most this much later. */
  readonly checkMs: number;
  /** How long a connection is kept open without a request, in milliseconds. */
  readonly idleMs: number;
  /** Requests of one connection that wait for the one before them. A connection that sends more is cut. */
  readonly waiting: number;
  /** Requests of all connections together that wait so. The connection that sends one more is cut. */
  readonly waitingOfAll: number;
  /** Connections at the same time. One more takes the place of the oldest without a request, else it is cut itself. */
  readonly connections: number;
}

/** Connections at the same time, unless the settings say otherwise. */
export const CONNECTIONS = 2_000;

/** What holds where nothing else is said. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  checkMs: 1_000,
  idleMs: 72_000,
  waiting: 256,
  waitingOfAll: 4_096,
  connections: CONNECTIONS,
};
