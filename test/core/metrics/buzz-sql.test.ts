import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buzz,
  BUZZ_TERMS,
  BUZZ_TERMS_WITHOUT_PLACES,
  buzzSqlExpression,
} from "../../../packages/core/src/metrics/buzz.js";
import { seededRandom } from "../../../bench/seeded-random.mjs";

const columns = { evidence: "e", people: "a", places: "c" };
const reference = { evidence: "me", people: "ma", places: "mc" };

describe("buzz in SQL", () => {
  let connection: DuckDBConnection;
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(":memory:")).connect();
  });
  afterAll(() => connection.closeSync());

  it("is written from the same table of terms", () => {
    expect(buzzSqlExpression(columns, reference, BUZZ_TERMS_WITHOUT_PLACES)).toBe(
      "LEAST(1e+2 * (6e-1 * (CAST(e AS DOUBLE) / (CAST(e AS DOUBLE) + CAST(me AS DOUBLE)))" +
        " + 4e-1 * (CAST(a AS DOUBLE) / (CAST(a AS DOUBLE) + CAST(ma AS DOUBLE)))), 9.999999999999999e+1)",
    );
  });

  it.each([
    ["with places", BUZZ_TERMS],
    ["without places", BUZZ_TERMS_WITHOUT_PLACES],
  ])("agrees with TypeScript to the last bit, %s", async (_name, terms) => {
    const random = seededRandom(5);
    const rows = Array.from({ length: 4000 }, (_, index) => {
      const spread = index === 0 ? 1e300 : 10 ** (random.uniform() * 6 - 2);
      const measures = {
        evidence: random.uniform() * spread,
        people: Math.floor(random.uniform() * spread),
        places: index % 3 === 0 ? 0 : Math.floor(random.uniform() * 40),
      };
      const m = {
        evidence: 8 + random.uniform() * 90,
        people: 6 + random.uniform() * 50,
        places: 2 + random.uniform(),
      };
      return { measures, m };
    });
    const values = rows.map(({ measures, m }, index) =>
      [index, measures.evidence, measures.people, measures.places, m.evidence, m.people, m.places]
        .map((value, place) => (place === 0 ? String(value) : value.toExponential()))
        .join(", "),
    );
    const expression = buzzSqlExpression(columns, reference, terms);
    const result = await connection.runAndReadAll(
      `SELECT ${expression} AS buzz FROM (VALUES (${values.join("), (")})) AS t(i, e, a, c, me, ma, mc) ORDER BY i`,
    );
    const expected = rows.map(({ measures, m }) => buzz(measures, m, terms));
    expect(result.getRowObjectsJS().map((row) => row["buzz"])).toEqual(expected);
  });
});
