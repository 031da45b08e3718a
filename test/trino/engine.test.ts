import { join } from "node:path";
import { type CompiledQuery, type DataStore, namespaces } from "@market-sentiment/core";
import { openReader, openTrinoReader } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { duckDbDialect } from "../../packages/core/src/adapters/duckdb/dialect.js";
import { sqlText } from "../../packages/core/src/query/sql-dialect.js";
import { type RunningTrino, statement } from "../../scripts/trino-server.mjs";
import { keys, toyAccounts } from "../server/toy-service.js";
import { everyQuery } from "../support/every-query.js";
import { crypto, ingestPosts } from "../support/small-store.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { datasetOver, hasTrino, registerTables, trinoOptions, trinoOver } from "../support/trino.js";

const now = "2026-03-31T12:00:00Z";
const counted: CompiledQuery = { sql: "SELECT COUNT(*) AS count FROM mentions", params: [] };
let data: string;
let trino: RunningTrino;
let store: DataStore;

beforeAll(async () => {
  if (!hasTrino) return;
  data = join(await temporaryDirectory(), "data");
  await ingestPosts(data, 0, 10, "2026-03-30T12:00:00Z");
  trino = await trinoOver(data);
  await registerTables(data, trino);
  store = await openTrinoReader(data, trinoOptions(trino));
}, 400_000);

afterAll(async () => {
  if (!hasTrino) return;
  await store.close();
  await trino.stop();
});

describe.skipIf(!hasTrino)("Trino as the engine", () => {
  it.each(Object.entries(everyQuery))("understands every query as DuckDB does: %s", async (_name, query) => {
    const files = await openReader(data);
    try {
      const [here, there] = [await files.view(), await store.view()];
      const rows = await there.query<object>(crypto.id, query);
      expect(rows).toEqual(await here.query(crypto.id, { ...query, sql: sqlText(query, duckDbDialect) }));
    } finally {
      await files.close();
    }
  });

  it("gives back every text and number that it is asked with, and none becomes part of the statement", async () => {
    const view = await store.view();
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom("'", "''", "' OR '1'='1", "?", "\\", "\\'", "--", "/*", ";", '"', "ş\n\t", "🚀", "x' USING 'y"),
    );
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
    await fc.assert(
      fc.asyncProperty(texts, texts, numbers, fc.boolean(), async (first, second, number, flag) => {
        const sql =
          "SELECT ? AS first, ? AS second, CAST(? AS DOUBLE) AS number, ? AS flag, CAST(? AS VARCHAR) AS nothing";
        const [row] = await view.query<{ number: number }>(crypto.id, {
          sql,
          params: [first, second, number, flag, null],
        });
        expect(row?.number === number).toBe(true);
        expect({ ...row, number }).toEqual({ first, second, number, flag, nothing: null });
      }),
      { numRuns: 30 },
    );
  });

  it("reads one snapshot in a view, whatever is published meanwhile; the next view has it", async () => {
    const before = await store.view();
    await ingestPosts(data, 10, 5, now);
    expect(await before.query(crypto.id, counted)).toEqual([{ count: 10 }]);
    const after = await store.view();
    expect(await after.query(crypto.id, counted)).toEqual([{ count: 15 }]);
    expect(after.snapshot.version).toBeGreaterThan(before.snapshot.version);
    const files = await openReader(data);
    expect((await files.view()).snapshot).toEqual(after.snapshot);
    // The state before is asked of the files, which alone hold it.
    const then = await store.view(new Date("2026-03-30T13:00:00Z"));
    expect(await then.query(crypto.id, counted)).toEqual([{ count: 10 }]);
    await files.close();
  });

  it("has no rows of namespaces and tables that never had one", async () => {
    const view = await store.view();
    for (const { id } of namespaces.filter((namespace) => namespace.id !== crypto.id))
      expect(await view.query(id, counted)).toEqual([{ count: 0 }]);
    expect(await view.query(crypto.id, { sql: "SELECT * FROM markets", params: [] })).toEqual([]);
  });

  it("stops the statement of a cancelled request", async () => {
    const view = await store.view();
    const many =
      "SELECT COUNT(*) AS stopped FROM UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y), UNNEST(sequence(1, 10000)) AS c(z) WHERE (x * y + z) % 7 = 3";
    const controller = new AbortController();
    const reason = new Error("The caller went away.");
    const running = view.query(crypto.id, { sql: many, params: [] }, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 2_000);
    await expect(running).rejects.toBe(reason);
    const states = async () =>
      statement(
        trino.url,
        "SELECT state, error_code FROM system.runtime.queries WHERE query LIKE 'SELECT COUNT(*) AS stopped%'",
      );
    await expect.poll(states, { timeout: 20_000, interval: 500 }).toEqual([["FAILED", "USER_CANCELED"]]);
    await expect(view.query(crypto.id, counted, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("says what the catalog lacks", async () => {
    const onAway = (cause: Error) => Promise.reject(cause);
    const other = { ...trinoOptions(trino), onAway };
    await expect(openTrinoReader(data, { ...other, catalog: "elsewhere" })).rejects.toThrow(
      /no such catalog.*elsewhere/,
    );
    await expect(openTrinoReader(data, { ...other, schema: "prod" })).rejects.toThrow(
      /lacks the table prod_forum_crypto\.\w+ and \d+ more.*sentiment tables --with trino/,
    );
  });

  it("that is away is 503 with Retry-After, and answers by itself when it is back", async () => {
    const dataset = await datasetOver(data, trinoOptions(trino));
    const app = createServer({ dataset, accounts: toyAccounts, now: () => new Date(now) });
    const ask = () =>
      app.inject({ url: `${crypto.basePath}/trending?from=2026-03-01&limit=10`, headers: keys.professional });
    try {
      expect((await ask()).statusCode).toBe(200);
      await trino.stop();
      const away = await app.inject({
        url: `${crypto.basePath}/trending?from=2026-03-01&limit=9`,
        headers: keys.professional,
      });
      expect([away.statusCode, away.headers["retry-after"]]).toEqual([503, "5"]);
      // Opening it then is no fault of the settings.
      let told: Error | null = null;
      const late = await openTrinoReader(data, { ...trinoOptions(trino), onAway: (cause) => (told = cause) });
      expect(told).toMatchObject({ code: "engine_unavailable" });
      await late.close();
      trino = await trinoOver(data, trino.port);
      expect(
        (await app.inject({ url: `${crypto.basePath}/trending?from=2026-03-01&limit=8`, headers: keys.professional }))
          .statusCode,
      ).toBe(200);
    } finally {
      await app.close();
      await dataset.close();
    }
  });
});
