import robotsParser from "robots-parser";
import { PollFailure } from "../../collect/poll-failure.js";

/** The name by which `robots.txt` may speak of this program. */
const ROBOT_NAME = "market-sentiment";
/** How long rules are kept; RFC 9309 allows a day at most. */
const LIFETIME_MS = 24 * 3_600_000;
/** Most bytes of a robots.txt that are read; RFC 9309 asks for at least half a mebibyte. */
export const MOST_ROBOTS_BYTES = 512 * 1_024;
/** How long a host whose rules cannot be read is left alone, however many sources it has. */
const FAULT_MS = 30_000;
/** Longest pause between two requests that rules can ask for. */
const LONGEST_PAUSE_MS = 60_000;

/** Reads the `robots.txt` at an address. @throws PollFailure where there is none, or it cannot be read. */
export type ReadRobots = (url: string) => Promise<string>;

/** What `robots.txt` says about one address. */
export interface RobotsRule {
  readonly isAllowed: boolean;
  /** Pause between two requests that the host asks for, in milliseconds; 0 where it asks for none. */
  readonly pauseMs: number;
}

interface Known {
  readonly untilMs: number;
  readonly rules: Promise<ReturnType<typeof robotsParser>>;
}

/** The rules of hosts for robots (RFC 9309), each read once a day. */
export class RobotsRules {
  readonly #known = new Map<string, Known>();

  /**
   * What its host's rules say about an address. A host without rules, or one that refuses to show them, allows all.
   *
   * @throws PollFailure where the rules cannot be read: nothing is asked for then.
   */
  async of(address: string, nowMs: number, read: ReadRobots): Promise<RobotsRule> {
    const { origin } = new URL(address);
    const stored = this.#known.get(origin);
    const known = stored !== undefined && nowMs < stored.untilMs ? stored : this.#ask(origin, nowMs, read);
    const rules = await known.rules;
    return {
      isAllowed: rules.isAllowed(address, ROBOT_NAME) !== false,
      pauseMs: Math.min(LONGEST_PAUSE_MS, (rules.getCrawlDelay(ROBOT_NAME) ?? 0) * 1_000),
    };
  }

  #ask(origin: string, nowMs: number, read: ReadRobots): Known {
    const url = `${origin}/robots.txt`;
    const rules = read(url).then(
      (text) => robotsParser(url, text),
      (cause: unknown) => {
        if (hasNoRules(cause)) return robotsParser(url, "");
        // A failure is soon tried again; an abort concerns only its own caller.
        if (cause instanceof PollFailure) this.#known.set(origin, { ...known, untilMs: nowMs + FAULT_MS });
        else this.#known.delete(origin);
        throw cause;
      },
    );
    const known: Known = { untilMs: nowMs + LIFETIME_MS, rules };
    this.#known.set(origin, known);
    return known;
  }
}

/**
 * RFC 9309, 2.3.1: a status from 400 to 499 means that there are no rules, and so do more than five redirects; 429 asks
 * to wait.
 */
function hasNoRules(cause: unknown): boolean {
  if (!(cause instanceof PollFailure) || cause.reason === "rate_limited") return false;
  return cause.reason === "redirect_loop" || (cause.status !== null && cause.status >= 400 && cause.status < 500);
}
