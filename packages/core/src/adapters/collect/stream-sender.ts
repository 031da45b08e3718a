import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { PollFailure } from "../../collect/poll-failure.js";
import type { SourceAnswer, SourceRequest } from "../../collect/source-connector.js";

/** Limits of one session of a stream. */
export interface StreamLimits {
  readonly connectMs: number;
  /** Longest silence without an answer to pings before the stream counts as dead. */
  readonly silenceMs: number;
  readonly maxBytes: number;
}

/** Parts that the caller provides. */
export interface StreamContext {
  readonly limits: StreamLimits;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** The failure for a refused handshake. */
  readonly refusal: (status: number, headers: Readonly<Record<string, string>>) => PollFailure;
}

/**
 * Listens to a WebSocket for one session: until it has delivered what is wanted, the time is over, or it ends. The
 * answer has one message per line. A quiet stream that answers pings is alive; one that does not is closed. Messages
 * received before the end still count.
 *
 * @throws PollFailure when nothing arrived and nobody answers; the abort reason.
 */
export function listen(
  { url, stream }: SourceRequest & { readonly stream: NonNullable<SourceRequest["stream"]> },
  { limits, headers, signal, refusal }: StreamContext,
): Promise<SourceAnswer> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    let bytes = 0;
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: limits.connectMs,
      maxPayload: limits.maxBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    let silence: NodeJS.Timeout | null = null;
    let session: NodeJS.Timeout | null = null;
    let ping: NodeJS.Timeout | null = null;
    const finish = (failure: Error | null) => {
      for (const timer of [silence, session, ping]) if (timer !== null) clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      socket.removeAllListeners();
      // Ignore errors after the end: an unhandled one would end the process.
      socket.on("error", () => undefined);
      socket.terminate();
      if (failure !== null && (lines.length === 0 || signal?.aborted === true)) reject(failure);
      else resolve({ status: 101, headers: {}, body: Buffer.from(lines.join("\n")), url, movedTo: null });
    };
    const aborted = () => finish(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    const alive = () => {
      if (silence !== null) clearTimeout(silence);
      silence = setTimeout(() => finish(ended("The stream stopped answering.")), limits.silenceMs);
    };
    signal?.addEventListener("abort", aborted, { once: true });
    if (signal?.aborted === true) return aborted();
    socket.on("unexpected-response", (_request, response: IncomingMessage) => {
      const plain = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(", ") : (value ?? ""),
        ]),
      );
      finish(refusal(response.statusCode ?? 0, plain));
    });
    socket.on("error", (cause: Error & { readonly code?: string }) => finish(failureOf(cause)));
    socket.on("close", () => finish(ended("The stream ended.")));
    socket.on("open", () => {
      alive();
      ping = setInterval(() => socket.ping(), limits.silenceMs / 3);
      session = setTimeout(() => finish(null), stream.sessionMs);
    });
    socket.on("pong", alive);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      alive();
      if (isBinary) return;
      bytes += data.length;
      lines.push(data.toString("utf8").replaceAll("\n", " "));
      if (lines.length >= stream.mostMessages || bytes >= limits.maxBytes) finish(null);
    });
  });
}

const ended = (message: string) => new PollFailure("stream_ended", message);

function failureOf(cause: Error & { readonly code?: string }): Error {
  if (/timed out/i.test(cause.message))
    return new PollFailure("timeout", "The stream did not open in time.", { cause });
  if (cause.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
    return new PollFailure("body_too_large", "A message of the stream is too long.", { cause });
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(cause.code ?? ""))
    return new PollFailure("tls_failed", "The source's certificate cannot be verified.", { cause });
  if (cause.code?.startsWith("WS_ERR_") === true || cause.code === "ECONNRESET")
    return new PollFailure("stream_ended", "The stream was cut off.", { cause });
  return new PollFailure("connection_failed", "The source cannot be reached.", { cause });
}
