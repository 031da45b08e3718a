import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { publish } from "../documents/publish.js";

/** The page may use its own scripts, styles and pictures, and send requests to this service only. Nothing is inline. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page's other files, with their types. */
export const pageAssets: Readonly<Record<string, string>> = {
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
  "icon.svg": "image/svg+xml",
};

/** Facts about this server that the document gives to its script. */
export interface PageFacts {
  /** The day that the service answers as of; undefined for the current day. */
  readonly replayedDay: string | undefined;
  /** Whether the page may ask for a demo key. */
  readonly hasDemoLogin: boolean;
}

/** The HTML document, with the facts in its head. */
export async function pageDocument({ replayedDay, hasDemoLogin }: PageFacts): Promise<string> {
  const facts = [
    ...(replayedDay === undefined ? [] : [`<meta name="replayed-day" content="${replayedDay}" />`]),
    ...(hasDemoLogin ? ['<meta name="demo-login" content="yes" />'] : []),
  ];
  const text = (await readPageFile("index.html")).toString("utf8");
  return text.replace("</head>", `${facts.join("")}</head>`);
}

/** Reads a file of the web package. */
export function readPageFile(name: string): Promise<Buffer> {
  const packageFile = createRequire(import.meta.url).resolve("@market-sentiment/web/package.json");
  return readFile(join(dirname(packageFile), "dist", name));
}

/** Sends a file of the page, compressed if the browser accepts that. */
export function publishPacked(type: string, make: () => Promise<string | Buffer>) {
  const headers = { "content-security-policy": pagePolicy, vary: "Accept-Encoding" };
  const plain = publish({ type, make, headers });
  const packed = publish({
    type,
    make: async () => gzipSync(await make(), { level: 9 }),
    headers: { ...headers, "content-encoding": "gzip" },
  });
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    takesGzip(request.headers["accept-encoding"]) ? packed(request, reply) : plain(request, reply);
}

function takesGzip(accepted: string | string[] = ""): boolean {
  const gzip = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+))?/i.exec(String(accepted));
  return gzip !== null && Number(gzip[1] ?? 1) > 0;
}
