import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkedTrinoOptions, schemaOf } from "../../../packages/core/src/adapters/trino/options.js";
import { resultRows } from "../../../packages/core/src/adapters/trino/result-rows.js";
import {
  literal,
  noRows,
  rowsAt,
  statementOf,
  withTables,
} from "../../../packages/core/src/adapters/trino/statement.js";
import { tables } from "../../../packages/core/src/storage/tables.js";

describe("a statement for Trino", () => {
  it("holds a text as a literal that ends where the text ends, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const written = literal(text);
        expect(written.startsWith("'") && written.endsWith("'")).toBe(true);
        // Inside, quotes come in pairs alone.
        expect(written.slice(1, -1).replaceAll("''", "")).not.toContain("'");
        expect(written.slice(1, -1).replaceAll("''", "'")).toBe(text);
      }),
    );
  });

  it("holds fractions as DOUBLE and refuses what is no number", () => {
    expect([1, -3, 0.25, 1e300, 2 ** 60, true, null].map(literal)).toEqual([
      "1",
      "-3",
      "2.5e-1",
      "1e+300",
      "1.152921504606847e+18",
      "true",
      "NULL",
    ]);
    expect(() => literal(Number.NaN)).toThrow(RangeError);
  });

  it("has its parameters beside the text of the query", () => {
    expect(statementOf("SELECT 1", [])).toBe("SELECT 1");
    expect(statementOf("SELECT 'a' WHERE ? = ?", ["x'y", 2])).toBe(
      "EXECUTE IMMEDIATE 'SELECT ''a'' WHERE ? = ?' USING 'x''y', 2",
    );
  });

  it("binds each table that it reads once, and keeps the query's own tables", () => {
    const source = (table: string) => `<${table}>`;
    expect(withTables("SELECT 1", source)).toBe("SELECT 1");
    expect(withTables("SELECT mentions FROM market_daily AS m JOIN day_reference AS r ON true", source)).toBe(
      "WITH market_daily AS (<market_daily>), day_reference AS (<day_reference>)\nSELECT mentions FROM market_daily AS m JOIN day_reference AS r ON true",
    );
    expect(withTables("WITH days AS (SELECT * FROM markets) SELECT * FROM days, (SELECT 1 FROM markets)", source)).toBe(
      "WITH markets AS (<markets>), days AS (SELECT * FROM markets) SELECT * FROM days, (SELECT 1 FROM markets)",
    );
  });

  it("names a table by catalog, schema and version; without one it has the columns and no rows", () => {
    const options = { url: "http://127.0.0.1:1", catalog: "sentiment", schema: "prod" };
    expect(rowsAt("sentiment", schemaOf("news-stocks", options), "mentions", 7)).toBe(
      'SELECT * FROM "sentiment"."prod_news_stocks"."mentions" FOR VERSION AS OF 7',
    );
    expect(schemaOf("news-stocks", { schema: null })).toBe("news_stocks");
    for (const [name, type] of Object.entries(tables.mentions))
      expect(noRows("mentions")).toContain(`CAST(NULL AS ${type === "BLOB" ? "VARBINARY" : type}) AS ${name}`);
  });
});

describe("options of Trino", () => {
  it.each([
    [{ url: "trino.example.org" }, "trino.url must be an address"],
    [{ url: "ftp://trino.example.org" }, "trino.url must be an address"],
    [{ url: "http://trino.example.org/ui" }, "trino.url must be an address"],
    [{ url: "http://reader:secret@trino.example.org" }, "trino.url must be an https address where it holds a password"],
    [{ catalog: 'x"; DROP TABLE y' }, "trino.catalog must be a name"],
    [{ catalog: "" }, "trino.catalog must be a name"],
    [{ schema: "Prod" }, "trino.schema must be a name"],
  ])("refuse %o", (wrong, message) => {
    const options = { url: "https://reader:secret@trino.example.org", catalog: "sentiment", schema: null };
    expect(checkedTrinoOptions(options)).toBe(options);
    const check = () => checkedTrinoOptions({ ...options, ...wrong });
    expect(check).toThrow(expect.objectContaining({ code: "invalid_parameters" }) as Error);
    expect(check).toThrow(message);
    expect(check).not.toThrow(/secret/);
  });
});

describe("rows of Trino", () => {
  it("are those that DuckDB gives: numbers, days and instants as ISO text, bytes", () => {
    const columns = [
      { name: "count", type: "bigint" },
      { name: "share", type: "double" },
      { name: "odd", type: "double" },
      { name: "money", type: "decimal(12,2)" },
      { name: "day", type: "date" },
      { name: "at", type: "timestamp(6)" },
      { name: "whole", type: "timestamp(0)" },
      { name: "print", type: "varbinary" },
      { name: "text", type: "varchar" },
      { name: "none", type: "timestamp(6)" },
    ];
    const row = [
      7,
      0.1,
      "Infinity",
      "1.50",
      "2026-06-01",
      "2026-06-01 01:02:03.004000",
      "2026-06-01 01:02:03",
      "AQI=",
      "2026-06-01",
      null,
    ];
    expect(resultRows(columns, [row])).toEqual([
      {
        count: 7,
        share: 0.1,
        odd: Infinity,
        money: 1.5,
        day: "2026-06-01T00:00:00.000Z",
        at: "2026-06-01T01:02:03.004Z",
        whole: "2026-06-01T01:02:03.000Z",
        print: new Uint8Array([1, 2]),
        text: "2026-06-01",
        none: null,
      },
    ]);
  });
});
