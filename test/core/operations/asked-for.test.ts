import { join } from "node:path";
import {
  addDays,
  type Dataset,
  dataSpan,
  dayOf,
  invoke,
  namespaces,
  type NamespaceDefinition,
  operationsOf,
  similarAssets,
  utcDay,
} from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chanceModel, fillWithSample, SAMPLE_LENGTH, SAMPLE_NOW } from "../../support/sample-data.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let dataset: Dataset;
const today = dayOf(SAMPLE_NOW);
const firstDay = addDays(today, 1 - SAMPLE_LENGTH);
const call = { today, now: SAMPLE_NOW, lookbackDays: null, accountType: null };

beforeAll(async () => {
  const dataDirectory = join(await temporaryDirectory(), "data");
  await fillWithSample(dataDirectory);
  dataset = await openLocalDataset({ dataDirectory, textModel: chanceModel() });
});

afterAll(() => dataset.close());

const each = namespaces.map((namespace) => [namespace.shortName, namespace] as const);

/** Every operation of the namespace that takes a period, with what else it needs. */
function periodOperations(namespace: NamespaceDefinition) {
  const asset = namespace.assetTypes.includes("token") ? "BTC" : "AAPL";
  const { subject, compare } = namespace;
  return (
    operationsOf(namespace)
      // A panel needs explicit days, and has its own tests.
      .filter(({ defaultDays, parameters }) => defaultDays !== null && "days" in parameters)
      .map((operation) => {
        const takes = Object.values(operation.parameters).map(({ name }) => name);
        const own = [subject.keyField, compare.parameter].filter((name) => takes.includes(name));
        return [operation, Object.fromEntries(own.map((name) => [name, asset]))] as const;
      })
  );
}

describe("the first and last day with data", () => {
  it.each(each)("is given for %s, whatever day is today", async (_, namespace) => {
    const span = await dataSpan(namespace, dataset, call);
    expect(span).toEqual(await dataSpan(namespace, dataset, { ...call, today: utcDay("2020-01-01") }));
    const view = await dataset.view();
    expect(span?.from).toBe(dataset.availableSince(namespace, view));
    expect([today, addDays(today, -1)]).toContain(span?.to);
  });
});

describe("a period that starts before the first day with data", () => {
  it.each(each)("is refused by every operation of %s, as over HTTP, or shortened on request", async (_, namespace) => {
    const since = (await dataSpan(namespace, dataset, call))?.from ?? firstDay;
    const asked: Record<string, string>[] = [
      { days: String(SAMPLE_LENGTH + 20) },
      { from: addDays(since, -3) },
      { to: addDays(since, 1), days: "10" },
    ];
    for (const [operation, own] of periodOperations(namespace)) {
      for (const period of asked) {
        const parameters = { ...own, ...period };
        await expect(invoke(operation, { parameters }, dataset, call)).rejects.toMatchObject({
          code: "invalid_parameters",
          details: { issues: [{ type: "before_available_since" }] },
        });
        const { window } = await operation.prepare({ parameters }, dataset, { ...call, earlyStart: "clamp" });
        expect(window).toMatchObject({ from: since });
        expect(window?.askedFrom !== undefined && window.askedFrom < since).toBe(true);
      }
    }
  });

  it.each(each)("changes nothing of a default period, and of one within the data: %s", async (_, namespace) => {
    for (const [operation, own] of periodOperations(namespace)) {
      for (const period of [{}, { days: "5" }, { from: addDays(today, -2) }]) {
        const parameters = { ...own, ...period };
        const windows = await Promise.all(
          (["refuse", "clamp"] as const).map(
            async (earlyStart) => (await operation.prepare({ parameters }, dataset, { ...call, earlyStart })).window,
          ),
        );
        expect(windows[0]).toEqual(windows[1]);
        expect(windows[1]).not.toHaveProperty("askedFrom");
      }
    }
  });
});

describe("assets that may have been meant", () => {
  it.each(each)("are suggested for %s, elsewhere only with exactly that spelling", async (_, namespace) => {
    const isTokens = namespace.assetTypes.includes("token");
    const slip = await similarAssets(isTokens ? "BTX" : "APPL", namespace, dataset, call);
    expect(slip.here.map(({ key }) => key)).toContain(isTokens ? "BTC" : "AAPL");
    expect(slip.here.length).toBeLessThanOrEqual(3);
    for (const { type } of slip.here) expect(namespace.assetTypes).toContain(type);
    const other = await similarAssets(isTokens ? "AAPL" : "DOGE", namespace, dataset, call);
    expect(other.elsewhere?.asset.key).toBe(isTokens ? "AAPL" : "DOGE");
    expect(other.elsewhere?.namespace.assetTypes.includes("token")).toBe(!isTokens);
  });
});
