import {
  allOperations,
  defineOperation,
  invoke,
  type NamespaceDefinition,
  type Operation,
  parseUtcDay,
} from "@market-sentiment/core";
import { createServer } from "@market-sentiment/server";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { addQueryCommand } from "../../packages/cli/src/commands/query.js";
import { queryCommandsOf } from "../../packages/cli/src/commands/query-words.js";
import { buildProgram } from "../../packages/cli/src/program.js";
import { integerParameter } from "../../packages/core/src/schema/parameters.js";
import { fakeEffects } from "../cli/support.js";
import { keys, NOW, toyAccounts, toyDataset, TODAY } from "../server/toy-service.js";
import { news } from "../support/news-dataset.js";

/** How old the data is: an operation that nothing but this file knows of. */
function age(namespace: NamespaceDefinition) {
  return defineOperation({
    name: "age",
    namespace,
    summary: `Age: ${namespace.title}`,
    description: "Days since the first day with data.",
    path: `${namespace.basePath}/age`,
    access: "any_account",
    caching: { maxAgeSeconds: 45, validated: true },
    command: { word: "age", text: "how many days the data goes back" },
    example: { ticker: "MSFT", days_of_data: 77 },
    parameters: { least: integerParameter("least", { min: 0, max: 9, fallback: 0, description: "Least to say." }) },
    result: z.object({ ticker: z.string(), days_of_data: z.int() }),
    errors: [],
    isEmpty: ({ days_of_data: days }) => days === 0,
    prepare: ({ parameters }, dataset, call) => ({
      window: null,
      run: async () => {
        const since = dataset.availableSince(namespace, await dataset.view()) ?? call.today;
        const days = (Date.parse(call.today) - Date.parse(since)) / 86_400_000;
        return { ticker: "AAPL", days_of_data: Math.max(parameters.least, days) };
      },
    }),
  });
}

const own: Operation = age(news());
const answer = { ticker: "AAPL", days_of_data: 99 };

describe("an operation is one file: what stands in its definition is", () => {
  const server = createServer({
    dataset: toyDataset(),
    accounts: toyAccounts,
    now: () => NOW,
    operations: [...allOperations(), own],
  });
  let document: { paths: Record<string, { get: Record<string, never> }> };
  beforeAll(async () => {
    document = (await server.inject("/openapi.json")).json();
  });

  it("not among the operations that are served", () => {
    expect(allOperations().map(({ name }) => name)).not.toContain("age");
    expect(parseUtcDay("2025-12-01")).not.toBeNull();
  });

  it("its route, with its parameters and its caching", async () => {
    const url = "/news/stocks/v1/age";
    const response = await server.inject({ url, headers: keys.free });
    expect([response.statusCode, response.json()]).toEqual([200, answer]);
    expect(response.headers).toMatchObject({
      "cache-control": "private, max-age=45",
      etag: expect.any(String) as unknown,
    });
    expect((await server.inject({ url: `${url}?least=10`, headers: keys.free })).statusCode).toBe(422);
    expect((await server.inject(url)).statusCode).toBe(401);
  });

  it("its page in the OpenAPI document, with its example", () => {
    expect(document.paths["/news/stocks/v1/age"]?.get).toMatchObject({
      operationId: "newsStocksAge",
      description: "Days since the first day with data.",
      responses: { 200: { content: { "application/json": { example: { ticker: "MSFT", days_of_data: 77 } } } } },
    });
  });

  it("its command, with its text and its flags", async () => {
    const openDataset = () => Promise.resolve(toyDataset());
    const { effects, stdout, stderr } = fakeEffects({ directories: ["/desk/data"], backends: { openDataset } });
    const [query] = queryCommandsOf([own]);
    if (query === undefined) return expect.fail("There is no command.");
    const program = await buildProgram(["help"], effects, { exitCode: 0 }, () => undefined);
    addQueryCommand(program, query, effects);
    expect(program.helpInformation()).toMatch(/^ {2}age .* how many days the data goes back$/m);
    await program.parseAsync(["age", "--least", "2", "--today", TODAY, "--data", "data", "--json"], { from: "user" });
    expect([JSON.parse(stdout.text), stderr.text]).toEqual([answer, ""]);
  });

  it("its command's positional arguments, and whether it opens an explainer", async () => {
    const asked = defineOperation({
      name: "asked",
      namespace: news(),
      summary: "Asked",
      description: "What was asked.",
      path: `${news().basePath}/asked`,
      access: "any_account",
      caching: { maxAgeSeconds: null },
      command: { word: "asked", text: "what was asked", needsExplainer: true },
      parameters: {
        topic: {
          name: "topic",
          in: "query",
          operand: "text",
          description: "What is asked.",
          schema: { type: "string" },
          fallback: "",
          parse: (text) => ({ value: text }),
        },
      },
      result: z.object({ topic: z.string() }),
      errors: [],
      prepare: ({ parameters }) => ({ window: null, run: () => Promise.resolve({ topic: parameters.topic }) }),
    });
    const explains: unknown[] = [];
    const openDataset = (options: { readonly explains?: boolean }) => {
      explains.push(options.explains);
      return Promise.resolve(toyDataset());
    };
    const { effects, stdout } = fakeEffects({ directories: ["/desk/data"], backends: { openDataset } });
    const program = await buildProgram(["help"], effects, { exitCode: 0 }, () => undefined);
    for (const query of queryCommandsOf([asked, own])) addQueryCommand(program, query, effects);
    expect(program.helpInformation()).toMatch(/^ {2}asked \[options\] <query\.\.\.>/m);
    await program.parseAsync(["asked", "two", "words", "--data", "data", "--json"], { from: "user" });
    expect(JSON.parse(stdout.text)).toEqual({ topic: "two words" });
    await program.parseAsync(["age", "--data", "data", "--json"], { from: "user" });
    expect(explains).toEqual([true, false]);
  });

  it("its function for programs", async () => {
    const call = { today: TODAY, now: NOW, lookbackDays: null, accountType: null };
    expect(await invoke(own, { parameters: { least: "3" } }, toyDataset(), call)).toEqual(answer);
  });
});
