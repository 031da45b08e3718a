import { isIP } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { PollFailure } from "../../collect/poll-failure.js";
import type { SourceAnswer, SourceRequest } from "../../collect/source-connector.js";
import { isLimitUsedUp, limitResetMs, retryAfterMs } from "../../collect/waiting-time.js";
import { SERVICE_VERSION } from "../../service-version.js";
import { HostTurns, ParallelTurns } from "./request-turns.js";
import { isPrivateAddress, publicLookup } from "./private-addresses.js";
import { requestDeadline } from "./request-deadline.js";
import { MOST_ROBOTS_BYTES, RobotsRules } from "./robots-rules.js";
import { listen } from "./stream-sender.js";
import { transportFailure } from "./transport-failure.js";
import { acceptedEncodings, onlyFileOf, unpacked } from "./unpack.js";

/** Limits of one request. */
export interface SenderLimits {
  readonly connectMs: number;
  /** Longest wait for the headers, and between two chunks of the body. */
  readonly silenceMs: number;
  /** Time for one request and its answer, from its turn on. */
  readonly totalMs: number;
  readonly maxBytes: number;
}

/** Options of a sender. */
export interface SenderOptions {
  /** Mail or web address of the operator; null if not given. */
  readonly contact: string | null;
  readonly now: () => Date;
  readonly limits?: Partial<SenderLimits>;
}

/** Options of one source. */
export interface SendOptions {
  readonly hostPauseMs: number;
  readonly allowPrivateNetworks: boolean;
  /** Whether `robots.txt` decides which addresses are asked for, and how often. */
  readonly obeysRobots?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const defaultLimits: SenderLimits = {
  connectMs: 10_000,
  silenceMs: 20_000,
  totalMs: 60_000,
  maxBytes: 16 * 1024 * 1024,
};
const MOST_REDIRECTS = 5;
/** Most answers read at the same time, over all hosts: each may take as much memory as the longest answer. */
const PARALLEL_ANSWERS = 16;
/** Pause after a 429 without a waiting time, and the shortest one: some hosts ask for no time at all. */
const DEFAULT_REST_MS = 60_000;
const LEAST_REST_MS = 1_000;

/**
 * Sends the requests of all sources: one at a time per host, with limits of time and size, following redirects itself.
 * The configured address may be anywhere. A redirect to another origin may lead into a private network only if that is
 * allowed.
 */
export class HttpSender {
  readonly #anywhere: Agent;
  readonly #publicOnly: Agent;
  readonly #limits: SenderLimits;
  readonly #turns = new HostTurns();
  readonly #robots = new RobotsRules();
  readonly #answers = new ParallelTurns(PARALLEL_ANSWERS);
  readonly #userAgent: string;
  readonly #now: () => Date;

  constructor({ contact, now, limits = {} }: SenderOptions) {
    this.#limits = { ...defaultLimits, ...limits };
    const { connectMs, silenceMs } = this.#limits;
    const timeouts = { headersTimeout: silenceMs, bodyTimeout: silenceMs };
    this.#anywhere = new Agent({ ...timeouts, connect: { timeout: connectMs } });
    this.#publicOnly = new Agent({ ...timeouts, connect: { timeout: connectMs, lookup: publicLookup } });
    this.#userAgent = `market-sentiment/${SERVICE_VERSION}${contact === null ? "" : ` (${contact})`}`;
    this.#now = now;
  }

  /** @throws PollFailure without a usable answer; the abort reason. */
  async send(wanted: SourceRequest, options: SendOptions): Promise<SourceAnswer> {
    try {
      if (wanted.stream !== undefined) return await this.#listen({ ...wanted, stream: wanted.stream }, options);
      return await this.#follow(wanted, options, new URL(wanted.configuredUrl ?? wanted.url).origin);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof PollFailure) throw cause;
      throw transportFailure(cause);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#anywhere.destroy(), this.#publicOnly.destroy()]);
  }

  /** @param origin The configured one: everywhere else, names that lead into private networks are refused. */
  async #follow(wanted: SourceRequest, options: SendOptions, origin: string): Promise<SourceAnswer> {
    let url = new URL(wanted.url);
    let movedTo: string | null = null;
    let isPermanent = true;
    const visited = new Set([url.href]);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const isTrusted = url.origin === origin || options.allowPrivateNetworks;
      if (!isTrusted && isPrivateHost(url)) throw refusedRedirect(url);
      const robotsPauseMs = options.obeysRobots === true ? await this.#robotsPauseMs(url, options, origin) : 0;
      const hostPauseMs = Math.max(options.hostPauseMs, robotsPauseMs);
      await this.#turn(url.host, { ...options, hostPauseMs });
      // The time starts here: waiting for a turn is not the source's fault.
      const deadline = requestDeadline(this.#limits.totalMs, options.signal);
      const from = url;
      let location: string | null;
      try {
        const response = await request(from.href, {
          method: wanted.method ?? "GET",
          headers: this.#headers(wanted, url.origin === origin),
          body: wanted.body ?? null,
          dispatcher: isTrusted ? this.#anywhere : this.#publicOnly,
          signal: deadline.signal,
        });
        location = redirectOf(response);
        // A host that is slow to send its headers does not block answers of others.
        if (location === null)
          return await this.#answers.run(() => this.#answer(wanted, response, { url: from, movedTo }));
        isPermanent &&= response.statusCode === 301 || response.statusCode === 308;
        await response.body.dump();
      } finally {
        deadline.clear();
      }
      url = URL.canParse(location, url.href) ? new URL(location, url.href) : failRedirect();
      if (url.protocol !== "http:" && url.protocol !== "https:") throw refusedRedirect(url);
      if (visited.has(url.href)) throw loop();
      visited.add(url.href);
      movedTo = isPermanent ? url.href : null;
    }
    throw loop();
  }

  /** The pause that the host's rules ask for. @throws PollFailure `robots_refused`, and where the rules cannot be read. */
  async #robotsPauseMs(url: URL, options: SendOptions, origin: string): Promise<number> {
    const rule = await this.#robots.of(url.href, this.#now().getTime(), async (rules) => {
      // Not packed, so that a file that is too long can be cut.
      const wanted = {
        url: rules,
        maxBytes: MOST_ROBOTS_BYTES,
        isCut: true,
        headers: { "accept-encoding": "identity" },
      };
      const { body } = await this.#follow(wanted, { ...options, obeysRobots: false }, origin);
      return new TextDecoder().decode(body);
    });
    if (!rule.isAllowed)
      throw new PollFailure("robots_refused", `${url.host} does not want robots at this address (robots.txt).`);
    return rule.pauseMs;
  }

  async #listen(
    wanted: SourceRequest & { readonly stream: NonNullable<SourceRequest["stream"]> },
    options: SendOptions,
  ): Promise<SourceAnswer> {
    const { host } = new URL(wanted.url);
    await this.#turn(host, options);
    return listen(wanted, {
      limits: this.#limits,
      headers: { "user-agent": this.#userAgent, ...wanted.headers },
      signal: options.signal,
      refusal: (status, headers) => this.#statusFailure(status, headers, host),
    });
  }

  async #turn(host: string, { hostPauseMs, signal }: SendOptions): Promise<void> {
    await this.#turns.take(host, hostPauseMs, signal);
    const waitMs = this.#turns.restingMs(host, this.#now().getTime());
    if (waitMs > 0) throw new PollFailure("rate_limited", "The host asked us to wait.", { waitMs });
  }

  /** Headers that identify the operator go only to the source's own origin. */
  #headers({ headers = {} }: SourceRequest, isOwnOrigin: boolean): Record<string, string> {
    const sent = Object.entries(headers).filter(
      ([name]) => isOwnOrigin || !/^(authorization|cookie|x-api-key)$/i.test(name),
    );
    return { "user-agent": this.#userAgent, "accept-encoding": acceptedEncodings, ...Object.fromEntries(sent) };
  }

  async #answer(
    wanted: SourceRequest,
    response: Dispatcher.ResponseData,
    from: { readonly url: URL; readonly movedTo: string | null },
  ): Promise<SourceAnswer> {
    const { statusCode: status } = response;
    const headers = plainHeaders(response.headers);
    const isAnswer = status === 200 || (wanted.statuses ?? []).includes(status);
    if (!isAnswer) {
      await response.body.dump({ limit: 65_536 }).catch(() => undefined);
      throw this.#statusFailure(status, headers, from.url.host);
    }
    const maxBytes = wanted.maxBytes ?? this.#limits.maxBytes;
    // The archive has the general limit, its content that of the source.
    const bodyBytes = wanted.unzip === true ? this.#limits.maxBytes : maxBytes;
    if (isLimitUsedUp(headers)) {
      const nowMs = this.#now().getTime();
      this.#turns.rest(from.url.host, nowMs + (limitResetMs(headers, nowMs) ?? 0));
    }
    const packed = await boundedBody(response, bodyBytes, wanted.isCut === true);
    const body = status === 304 ? packed : await unpacked(packed, headers["content-encoding"], bodyBytes);
    const content = wanted.unzip === true && status === 200 ? await onlyFileOf(body, maxBytes) : body;
    return { status, headers, body: content, url: from.url.href, movedTo: from.movedTo };
  }

  #statusFailure(status: number, headers: Readonly<Record<string, string>>, host: string): PollFailure {
    const nowMs = this.#now().getTime();
    const told = retryAfterMs(headers, nowMs);
    const failure = (reason: PollFailure["reason"], waitMs: number | null = told) =>
      new PollFailure(reason, `The source answered ${status}.`, { status, waitMs });
    if (status === 429 || (status === 503 && told !== null)) {
      const waitMs = Math.max(LEAST_REST_MS, told ?? limitResetMs(headers, nowMs) ?? DEFAULT_REST_MS);
      this.#turns.rest(host, nowMs + waitMs);
      return failure("rate_limited", waitMs);
    }
    if (status >= 500) return failure("server_error");
    if (status === 401 || status === 407) return failure("unauthorized");
    if (status === 403 || status === 451) return failure("forbidden");
    if (status === 404 || status === 410) return failure("not_found");
    return failure("unexpected_status");
  }
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  const { location } = headers;
  return isRedirect && typeof location === "string" ? location : null;
}

/** @param isCut Whether a body that is too long ends with its last whole line, instead of being refused. */
async function boundedBody(response: Dispatcher.ResponseData, maxBytes: number, isCut: boolean): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response.body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes <= maxBytes) continue;
    if (!isCut) throw new PollFailure("body_too_large", `The answer is longer than ${maxBytes} bytes.`);
    const whole = Buffer.concat(pieces).subarray(0, maxBytes);
    return whole.subarray(0, whole.lastIndexOf("\n") + 1);
  }
  return Buffer.concat(pieces);
}

function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || (isIP(host) !== 0 && isPrivateAddress(host));
}

function plainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

const loop = () => new PollFailure("redirect_loop", "The source redirects in a loop, or too often.");
const refusedRedirect = ({ host }: URL) =>
  new PollFailure("redirect_refused", `The source redirects to ${host}, which is not allowed.`);
function failRedirect(): never {
  throw new PollFailure("redirect_refused", "The source redirects to an invalid address.");
}
