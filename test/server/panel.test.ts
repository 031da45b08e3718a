import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { Dataset } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, toyAccounts } from "./toy-service.js";

let dataset: Dataset;
let temporary: string;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const root = await temporaryDirectory();
  temporary = root;
  await fillWithSample(join(root, "data"));
  const reader = { temporaryDirectory: temporary };
  dataset = await openLocalDataset({ dataDirectory: join(root, "data"), textModel: chanceModel(), reader });
  app = createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW });
  await app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => {
  await app.close();
  await dataset.close();
});

const exportFolders = async () => (await readdir(temporary)).filter((name) => name.includes("export"));
const path = (query: string) => `/news/stocks/v1/export/panel?${query}`;

describe("a panel over HTTP", () => {
  it.each([
    ["csv", "text/csv; charset=utf-8"],
    ["ndjson", "application/x-ndjson"],
    ["parquet", "application/vnd.apache.parquet"],
    ["arrow", "application/vnd.apache.arrow.stream"],
  ])("as %s names its format and its manifest, and is not sent again when unchanged", async (format, type) => {
    const url = path(`from=2026-06-10&assets=AAPL,NVDA&format=${format}`);
    const response = await app.inject({ url, headers: keys.professional });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": type,
      "content-disposition": `attachment; filename="news-stocks_2026-06-10_2026-06-17.${format}"`,
    });
    const [, manifestUrl = ""] = /^<([^>]+)>; rel="describedby"/.exec(String(response.headers.link)) ?? [];
    const manifest = (await app.inject({ url: manifestUrl, headers: keys.professional })).json<object>();
    expect(manifest).toMatchObject({ format, rows: 16, bytes: response.rawPayload.length });
    const again = await app.inject({
      url,
      headers: { ...keys.professional, "if-none-match": String(response.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(await exportFolders()).toEqual([]);
  });

  it("is for professional accounts, counts once, and refuses bad input before sending a byte", async () => {
    const asked = (query: string, headers: Record<string, string>) => app.inject({ url: path(query), headers });
    expect((await asked("all=true", {})).statusCode).toBe(401);
    expect((await asked("all=true", keys.hobby)).statusCode).toBe(403);
    for (const query of [
      "",
      "assets=",
      "assets=ZZZZZ",
      "all=true&fields=nope",
      "all=true&format=pdf",
      "all=true&days=3",
    ])
      expect([query, (await asked(query, keys.professional)).statusCode]).toEqual([query, 422]);
    expect((await asked("all=true&from=2020-01-01", keys.professional)).statusCode).toBe(422);
  });

  it("stops when the caller disconnects, and frees its place and its folder", async () => {
    const before = await exportFolders();
    // Only two run at a time: if places leaked, the last requests would never be answered.
    for (let round = 0; round < 6; round += 1) {
      const call = request({
        host: "127.0.0.1",
        port,
        path: path("from=2026-05-14&all=true"),
        headers: keys.professional,
      });
      call.on("error", () => undefined);
      call.end();
      const [response] = (await once(call, "response")) as [NodeJS.ReadableStream];
      await once(response, "data");
      call.destroy();
    }
    const whole = await app.inject({
      url: path("from=2026-06-16&all=true&fields=mentions"),
      headers: keys.professional,
    });
    expect(whole.statusCode).toBe(200);
    for (let tries = 0; (await exportFolders()).length > before.length && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await exportFolders()).toEqual(before);
  });

  it("waits for a caller who stops reading, with the rest on disk, until the connection ends", async () => {
    const connected = once(app.server, "connection") as Promise<[Socket]>;
    const call = request({
      host: "127.0.0.1",
      port,
      path: path("from=2026-05-14&all=true"),
      headers: keys.professional,
      agent: new Agent(),
    });
    call.on("error", () => undefined);
    call.end();
    const [response] = (await once(call, "response")) as [NodeJS.ReadableStream];
    response.pause();
    const [socket] = await connected;
    // The socket's buffers are full, and more is waiting.
    while (!socket.writableNeedDrain) await new Promise((resolve) => setTimeout(resolve, 10));
    // A fully read answer has no folder any more, so the rest of this one is still on disk.
    expect((await exportFolders()).length).toBe(1);
    call.destroy();
    for (let tries = 0; (await exportFolders()).length > 0 && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await exportFolders()).toEqual([]);
  });
});
