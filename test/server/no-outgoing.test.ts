import { once } from "node:events";
import { type AddressInfo, createServer as createNetServer, Socket } from "node:net";
import { allOperations } from "@market-sentiment/core";
import { createServer } from "@market-sentiment/server";
import { afterEach, expect, it, vi } from "vitest";
import { newsDataset } from "../support/news-dataset.js";
import { newsRecords } from "../support/news-records.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, NOW, toyAccounts } from "./toy-service.js";

afterEach(() => void vi.restoreAllMocks());

it("the server opens no outgoing connection, whatever address a request names", async () => {
  const data = await newsDataset(
    `${await temporaryDirectory()}/data`,
    newsRecords(20, "2026-03-01", 10),
    NOW.toISOString(),
  );
  const app = createServer({ dataset: data, accounts: toyAccounts, now: () => NOW });
  await app.ready();
  const connects = vi.spyOn(Socket.prototype, "connect");
  // Nothing listens there any more; a connection attempt would be noticed.
  const gone = createNetServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const elsewhere = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
  gone.close();
  await once(gone, "close");
  await expect(fetch(elsewhere)).rejects.toThrow();
  expect(connects).toHaveBeenCalled();
  connects.mockClear();
  const headers = {
    ...keys.professional,
    referer: elsewhere,
    origin: elsewhere,
    "x-forwarded-for": "127.0.0.1",
    forwarded: "host=127.0.0.1",
  };
  for (const { method, path, parameters } of allOperations()) {
    const asset = encodeURIComponent(elsewhere);
    for (const inPath of [asset, "AAPL"]) {
      const address = path.replace(/\{\w+\}/g, inPath);
      for (const name of ["url", "source", "q", ...Object.keys(parameters)]) {
        const payload =
          method === "POST"
            ? { payload: { text: `Apple gains, see ${elsewhere}`, url: elsewhere, target: elsewhere } }
            : {};
        const { statusCode } = await app.inject({ method, url: `${address}?${name}=${asset}`, headers, ...payload });
        expect([address, name, statusCode === 500]).toEqual([address, name, false]);
      }
    }
  }
  expect(connects).not.toHaveBeenCalled();
  await app.close();
  await data.close();
});
