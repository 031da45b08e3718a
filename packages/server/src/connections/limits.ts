/** Limits of connections. */
export interface ConnectionLimits {
  /** How long the head of a request may take to arrive after the connection was opened, in milliseconds. */
  readonly headMs: number;
  /** How long a whole request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** How long an answer may take to be fetched once it is being sent, in milliseconds. */
  readonly answerMs: number;
  /** How often these times are checked, in milliseconds: an overdue connection is cut at most this much late. */
  readonly checkMs: number;
  /** How long a connection is kept open without a request, in milliseconds. */
  readonly idleMs: number;
  /** Most waiting requests of one connection. A connection that sends more is cut. */
  readonly waiting: number;
  /** Most waiting requests of all connections. A connection that sends one more is cut. */
  readonly waitingOfAll: number;
  /** Most connections. One more replaces the oldest idle one; if none is idle, the new one is cut. */
  readonly connections: number;
}

/** Default number of connections at the same time. */
export const CONNECTIONS = 2_000;

/** Default limits. */
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
