import {
  allOperations,
  AssetDirectory,
  type Explainer,
  type ExplainQuestion,
  MarketDataError,
  namespaces,
} from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { describedAnswer } from "../support/api-document.js";
import { keys, NOW, TODAY, toyDataset, toyServer } from "./toy-service.js";

const explaining = namespaces.filter((namespace) => namespace.kind === "text" && namespace.explain !== false);
const assetOf = ({ subject, assetTypes }: (typeof namespaces)[number]) => ({
  key: subject.keyField === "ticker" ? "AAPL" : "BTC",
  name: subject.keyField === "ticker" ? "Apple Inc." : "Bitcoin",
  type: assetTypes[0] ?? "stock",
  exchange: null,
  sector: null,
  country: null,
  aliases: [],
  primary: null,
  origin: "built_in" as const,
});

/** Records questions and gives scripted answers. */
function explainerThat(answer: () => ReturnType<Explainer["explain"]>) {
  const asked: ExplainQuestion[] = [];
  const explainer: Explainer = {
    explain: (question) => {
      asked.push(question);
      return answer();
    },
    close: () => Promise.resolve(),
  };
  return { asked, explainer };
}

it("the explain route is mounted exactly where the namespace's definition says so", () => {
  const withRoute = allOperations().filter(({ name }) => name === "explain");
  expect(withRoute.map(({ namespace }) => namespace?.id)).toEqual(explaining.map(({ id }) => id));
});

describe.each(explaining.map((namespace) => [namespace.id, namespace] as const))("explain of %s", (id, namespace) => {
  const asset = assetOf(namespace);
  const path = `${namespace.basePath}/${namespace.assetPath}/{${namespace.subject.keyField}}/explain`;
  const serverWith = (explainer: Explainer | null) =>
    toyServer(allOperations(), {
      dataset: toyDataset({ explainer, directoryOf: () => new AssetDirectory([asset]) }),
    });
  const ask = (explainer: Explainer | null, spelling = asset.key.toLowerCase(), query = "") =>
    serverWith(explainer).inject({ url: path.replace(/\{\w+\}/, spelling) + query, headers: keys.free });

  it("is unavailable without an explainer, and says when to try again", async () => {
    const response = await ask(null);
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(describedAnswer("GET", path, 503)?.faults(response.json())).toBeNull();
  });

  it("answers 404 with its code for an unsupported asset, with or without an explainer", async () => {
    const response = await ask(null, "ZZZZZZ");
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { detail: { error_code: namespace.subject.notFoundCode } },
    ]);
  });

  it("answers 422 for a malformed asset", async () => {
    const response = await ask(null, "not-a-ticker!");
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { detail: [{ loc: ["path", namespace.subject.keyField], type: "string_pattern_mismatch" }] },
    ]);
  });

  it("refuses a source", async () => {
    expect((await ask(null, asset.key, "?source=reuters")).statusCode).toBe(422);
  });

  it("asks the explainer about 7 UTC days through today, and returns its answer", async () => {
    const generatedAt = new Date("2026-03-10T22:00:00.000Z");
    const { asked, explainer } = explainerThat(() =>
      Promise.resolve({ text: "Because.", cached: true, generatedAt, model: null }),
    );
    const response = await ask(explainer);
    const { keyField, nameField } = namespace.subject;
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "private, max-age=60"]);
    expect(response.json()).toEqual({
      [keyField]: asset.key,
      [nameField]: asset.name,
      explanation: "Because.",
      cached: true,
      generated_at: "2026-03-10T22:00:00.000Z",
      model: null,
    });
    expect(asked).toMatchObject([
      { namespace: { id }, asset, period: { from: "2026-03-04", to: TODAY, days: 7 }, now: NOW },
    ]);
  });

  it("answers 404 with a sentence for an asset with too little evidence", async () => {
    const { explainer } = explainerThat(() =>
      Promise.reject(new MarketDataError("insufficient_data", "Too little was said.")),
    );
    const response = await ask(explainer);
    expect([response.statusCode, response.json()]).toEqual([404, { detail: "Too little was said." }]);
  });
});
