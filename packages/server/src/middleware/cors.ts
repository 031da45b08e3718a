import { fastifyCors } from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** How long a browser may cache the answer to a preflight, in seconds. */
const preflightSeconds = 600;

/** Lets pages of these origins send requests with a key; `*` means every origin. Without it, no page may. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  void app.register(fastifyCors, {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "POST"],
    allowedHeaders: ["X-API-Key", "Content-Type", "If-None-Match", "X-Request-ID"],
    exposedHeaders: ["ETag", "Retry-After", "X-Request-ID", "X-Account-Type", ...limitHeaders],
    maxAge: preflightSeconds,
    strictPreflight: false,
  });
}

const limitHeaders = ["Limit", "Remaining", "Used", "Reset"].flatMap((fact) =>
  ["Monthly", "Burst"].map((window) => `X-RateLimit-${fact}-${window}`),
);
