import { isIP } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { PollFailure, retryAfterMs } from "../../collect/poll-failure.js";
import type { SourceAnswer, SourceRequest } from "../../collect/source-connector.js";
import { SERVICE_VERSION } from "../../service-version.js";
import { ParallelTurns } from "../../collect/parallel-turns.js";
import { HostTurns } from "./host-turns.js";
import { isPrivateAddress, PRIVATE_ADDRESS, publicLookup } from "./private-addresses.js";
import { MOST_ROBOTS_BYTES, RobotsRules } from "./robots-rules.js";
import { listen } from "./stream-sender.js";
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
/** Pause after a 429 without a waiting time. */
const DEFAULT_REST_MS = 60_000;

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
      return await this.#follow(wanted, options);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof PollFailure) throw cause;
      throw failureOf(cause);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#anywhere.destroy(), this.#publicOnly.destroy()]);
  }

  async #follow(wanted: SourceRequest, options: SendOptions): Promise<SourceAnswer> {
    const { origin } = new URL(wanted.configuredUrl ?? wanted.url);
    let url = new URL(wanted.url);
    let movedTo: string | null = null;
    let isPermanent = true;
    const visited = new Set([url.href]);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const isTrusted = url.origin === origin || options.allowPrivateNetworks;
      if (!isTrusted && isPrivateHost(url)) throw refusedRedirect(url);
      const robotsPauseMs = options.obeysRobots === true ? await this.#robotsPauseMs(url, options) : 0;
      const hostPauseMs = Math.max(options.hostPauseMs, robotsPauseMs);
      await this.#turn(url.host, { ...options, hostPauseMs });
      // The time starts here: waiting for a turn is not the source's fault.
      const total = AbortSignal.timeout(this.#limits.totalMs);
      const signal = options.signal === undefined ? total : AbortSignal.any([options.signal, total]);
      const from = url;
      const response = await request(from.href, {
        method: wanted.method ?? "GET",
        headers: this.#headers(wanted, url.origin === origin),
        body: wanted.body ?? null,
        dispatcher: isTrusted ? this.#anywhere : this.#publicOnly,
        signal,
      });
      const location = redirectOf(response);
      // A host that is slow to send its headers does not block answers of others.
      if (location === null)
        return await this.#answers.run(() => this.#answer(wanted, response, { url: from, movedTo }));
      await response.body.dump();
      url = URL.canParse(location, url.href) ? new URL(location, url.href) : failRedirect();
      if (url.protocol !== "http:" && url.protocol !== "https:") throw refusedRedirect(url);
      if (visited.has(url.href)) throw loop();
      visited.add(url.href);
      isPermanent &&= response.statusCode === 301 || response.statusCode === 308;
      movedTo = isPermanent ? url.href : null;
    }
    throw loop();
  }

  /** The pause that the host's rules ask for. @throws PollFailure `robots_refused`, and where the rules cannot be read. */
  async #robotsPauseMs(url: URL, options: SendOptions): Promise<number> {
    const rule = await this.#robots.of(url.href, this.#now().getTime(), async (rules) => {
      const { body } = await this.#follow(
        { url: rules, maxBytes: MOST_ROBOTS_BYTES },
        { ...options, obeysRobots: false },
      );
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
    const packed = await boundedBody(response, bodyBytes);
    const body = status === 304 ? packed : await unpacked(packed, headers["content-encoding"], bodyBytes);
    const content = wanted.unzip === true && status === 200 ? await onlyFileOf(body, maxBytes) : body;
    return { status, headers, body: content, url: from.url.href, movedTo: from.movedTo };
  }

  #statusFailure(status: number, headers: Readonly<Record<string, string>>, host: string): PollFailure {
    const nowMs = this.#now().getTime();
    const told = retryAfterMs(headers["retry-after"] ?? null, nowMs);
    const failure = (reason: PollFailure["reason"], waitMs: number | null = told) =>
      new PollFailure(reason, `The source answered ${status}.`, { status, waitMs });
    if (status === 429 || (status === 503 && told !== null)) {
      const waitMs = told ?? resetMs(headers, nowMs) ?? DEFAULT_REST_MS;
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

/** When the host's rate limit resets, if it says so without `Retry-After`: seconds, epoch seconds or a date-time. */
function resetMs(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const text = headers["x-ratelimit-reset"] ?? headers["x-rate-limit-reset"];
  if (text === undefined) return null;
  const number = Number(text);
  const untilMs = Number.isNaN(number) ? Date.parse(text) : number > 1e9 ? number * 1_000 : nowMs + number * 1_000;
  return Number.isNaN(untilMs) ? null : Math.min(Math.max(0, untilMs - nowMs), 24 * 3_600_000);
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  const { location } = headers;
  return isRedirect && typeof location === "string" ? location : null;
}

async function boundedBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response.body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new PollFailure("body_too_large", `The answer is longer than ${maxBytes} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
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

const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** The failure for a transport error. */
function failureOf(cause: unknown): PollFailure {
  const codes = new Set<string>();
  for (let next = cause; next instanceof Error; next = next.cause) {
    codes.add(next.name);
    if ("code" in next && typeof next.code === "string") codes.add(next.code);
  }
  const has = (pattern: RegExp) => [...codes].some((code) => pattern.test(code));
  if (codes.has(PRIVATE_ADDRESS))
    return new PollFailure("redirect_refused", "The source redirects into a private network.", { cause });
  if (has(/TIMEOUT|Timeout/)) return new PollFailure("timeout", "The source did not answer in time.", { cause });
  if (has(tlsCodes)) return new PollFailure("tls_failed", "The source's certificate cannot be verified.", { cause });
  if (has(/^UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH)$|^ECONNRESET$|^HPE_/))
    return new PollFailure("body_cut", "The connection ended before the answer was complete.", { cause });
  return new PollFailure("connection_failed", "The source cannot be reached.", { cause });
}
