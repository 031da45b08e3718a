import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { request as httpRequest } from "node:http";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { readConfig, serve } from "@market-sentiment/server";
import { expect, describe, it, onTestFinished } from "vitest";
import { TODAY, toyDataset, toyOperation, toyServer } from "../server/toy-service.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const dist = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const demoKey = `sk_live_${"d".repeat(32)}`;

describe("the page", () => {
  const app = toyServer([toyOperation()]);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it("is where `/` redirects a browser; programs get JSON", async () => {
    const led = await get("/", { accept: browser });
    expect([led.statusCode, led.headers.location, led.headers.vary]).toEqual([302, "/app", "Accept"]);
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0"]) {
      const told = await get("/", { accept });
      expect([told.statusCode, told.json<{ service: string }>().service]).toEqual([200, expect.any(String)]);
    }
    expect((await get("/")).statusCode).toBe(200);
  });

  it("needs no key, and is the same at every address below `/app`", async () => {
    for (const url of ["/app", "/app/compare", "/app/asset/stock/BRK.B"]) {
      const { statusCode, headers, body } = await get(url);
      expect([url, statusCode, headers["content-type"]]).toEqual([url, 200, "text/html; charset=utf-8"]);
      expect(body).toContain('<div id="page">');
    }
  });

  it("has no inline script or style, and calls no other host", async () => {
    const { headers, body } = await get("/app");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(body).not.toMatch(/<script(?![^>]*\ssrc="\/app\/)|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//);
    for (const [, file = ""] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect([file, (await get(file)).statusCode]).toEqual([file, 200]);
    }
  });

  it("is compressed for callers who accept that, and not sent again to a caller who has it", async () => {
    const packed = await get("/app/app.js", { "accept-encoding": "br, gzip" });
    expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
    const plain = await get("/app/app.js", { "accept-encoding": "gzip;q=0" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await get("/app/app.js", { "accept-encoding": "gzip", "if-none-match": String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("weighs at most 60 kB compressed, in total", async () => {
    const files = (await readdir(dist)).filter((name) => name !== "LICENSES.txt");
    expect(files).toEqual(expect.arrayContaining(["app.css", "app.js", "icon.svg", "index.html"]));
    const sizes = await Promise.all(
      files.map(async (name) => gzipSync(await readFile(join(dist, name)), { level: 9 }).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
  });

  it("shows the day that a replaying service uses as today", async () => {
    const replaying = toyServer([toyOperation()], { today: TODAY });
    expect((await replaying.inject("/app")).body).toContain('<meta name="replayed-day" content="2026-03-10" />');
  });
});

describe("the key of a demo", () => {
  async function start(host: string, key: string | null = demoKey) {
    const directory = await temporaryDirectory();
    const config = readConfig({ SENTIMENT_DATA: directory, PORT: "0", HOST: host });
    const server = await serve(config, toyDataset(), { operations: [toyOperation()], demoKey: key ?? undefined });
    onTestFinished(() => server.stop());
    return Number(new URL(server.address).port);
  }

  const ask = (port: number, headers: Record<string, string>, method = "POST") =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = httpRequest({ host: "127.0.0.1", port, path: "/app/demo-login", method, headers }, (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      });
      asked.on("error", reject).end();
    });
  const own = (port: number, name = "127.0.0.1") => ({ host: `${name}:${port}`, origin: `http://${name}:${port}` });

  it("is given to the service's own page, opened on this machine", async () => {
    const port = await start("127.0.0.1");
    for (const name of ["127.0.0.1", "localhost"]) {
      expect(await ask(port, own(port, name))).toEqual({ status: 200, body: JSON.stringify({ key: demoKey }) });
    }
  });

  it("is not given under a foreign host name that points here, nor to other origins, proxies and other methods", async () => {
    const port = await start("127.0.0.1");
    const refused = {
      "a foreign name": own(port, "rebound.example.com"),
      "a name that only begins like this machine's": own(port, "localhost.example.com"),
      "a page of another port": { host: `127.0.0.1:${port}`, origin: "http://127.0.0.1:3000" },
      "a page of another site": { host: `127.0.0.1:${port}`, origin: "https://example.com" },
      "a proxy that writes the host anew": { host: `127.0.0.1:${port}`, origin: "https://sentiment.example.com" },
      "a sandboxed frame": { host: `127.0.0.1:${port}`, origin: "null" },
      "no page": { host: `127.0.0.1:${port}` },
    };
    for (const [who, headers] of Object.entries(refused)) {
      const { status, body } = await ask(port, headers);
      expect([who, status, body.includes(demoKey)]).toEqual([who, 404, false]);
    }
    expect((await ask(port, own(port), "GET")).body).not.toContain(demoKey);
  });

  it("is not given by a server that others can reach, nor when there is no demo key", async () => {
    const open = await start("0.0.0.0");
    expect((await ask(open, own(open))).status).not.toBe(200);
    const without = await start("127.0.0.1", null);
    expect((await ask(without, own(without))).status).not.toBe(200);
    const page = await fetch(`http://127.0.0.1:${open}/app`).then((answer) => answer.text());
    expect(page).not.toContain("demo-login");
  });

  it("is not contained in any page", async () => {
    const port = await start("127.0.0.1");
    const page = await fetch(`http://127.0.0.1:${port}/app`).then((answer) => answer.text());
    expect(page).toContain('<meta name="demo-login"');
    expect(page).not.toContain(demoKey);
  });
});
