import { allOperations, namespaces } from "@market-sentiment/core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { expectGolden } from "../cli/golden.js";
import { apiDocument, describedAnswer, describedOperations, requestBodyFaults } from "../support/api-document.js";
import { toyServer } from "./toy-service.js";

const operations = allOperations();
const described = describedOperations();
const serviceHealth = "GET /health";
const titleOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    // The validator works in the object that it is given.
    const result = await new Validator().validate(structuredClone(apiDocument));
    expect(result).toEqual({ valid: true });
  });

  it("has every operation and the health of the service, and nothing else", () => {
    expect(described.map(titleOf).sort()).toEqual([...operations.map(titleOf), serviceHealth].sort());
  });

  it("equals the reviewed golden file (UPDATE_GOLDEN=1 rewrites it)", async () => {
    await expectGolden("openapi.json", `${JSON.stringify(apiDocument, null, 2)}\n`);
  });

  it("names every operation, every tag and every schema once", () => {
    const ids = described.map(({ described: { operationId } }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
    const tags = (apiDocument.tags as { name: string }[]).map(({ name }) => name);
    expect(tags).toEqual(["sentiment", ...namespaces.map(({ id }) => id), "service"]);
    for (const { described: operation } of described) expect(tags).toContain(operation.tags[0]);
  });

  it("allows further fields in answers and has no bounds that come from JavaScript", () => {
    const text = JSON.stringify(apiDocument);
    expect(text).not.toContain('"additionalProperties":false');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(text).not.toContain('"nullable"');
  });
});

describe.each(described.map((each) => [titleOf(each), each] as const))("%s", (title, { method, path, described }) => {
  const operation = operations.find((each) => titleOf(each) === title);

  it("has examples that fit their schemas", () => {
    for (const status of Object.keys(described.responses).map(Number)) {
      const answer = describedAnswer(method, path, status);
      if (status !== 304) expect(answer?.examples.length, `${status}`).toBeGreaterThan(0);
      for (const example of answer?.examples ?? []) expect(answer?.faults(example), `${status}`).toBeNull();
    }
    if (described.requestBody !== undefined) expect(requestBodyFaults(method, path)).toBeNull();
  });

  it("has a schema that refuses a wrong answer", () => {
    expect(describedAnswer(method, path, 200)?.faults("nothing")).not.toBeNull();
  });

  it("has a real example, valid against the operation's own schema", () => {
    const [example] = describedAnswer(method, path, 200)?.examples ?? [];
    expect(JSON.stringify(example)).not.toContain('"example"');
    // Of a streamed answer the example is one of its rows.
    const answer = operation?.isStreamed === true ? [example] : example;
    if (operation !== undefined) expect(operation.result.parse(answer)).toEqual(answer);
  });

  it("asks for a key unless it is public", () => {
    expect(described.security).toEqual(described["x-access"] === "public" ? [] : [{ ApiKey: [] }]);
    expect(described.responses[401] !== undefined).toBe(described["x-access"] !== "public");
  });

  it("lists each of its parameters, and none that it refuses", () => {
    const names = (described.parameters ?? []).map(({ name }) => name);
    const own = Object.values(operation?.parameters ?? {}).map(({ name }) => name);
    // CSV is offered by the service, not by the operation.
    expect(names.filter((name) => name !== "format" || own.includes(name))).toEqual(own);
    for (const refused of operation?.refused ?? []) expect(names).not.toContain(refused.name);
    for (const [, placeholder] of path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(placeholder);
  });

  it("documents the statuses of the errors that it can return", () => {
    const expected =
      operation === undefined
        ? [200, 503]
        : [
            200,
            ...(operation.caching.validated === true ? [304] : []),
            ...(operation.errors.includes("invalid_asset_count") ? [400] : []),
            ...(operation.access === "public" ? [] : [401]),
            ...(operation.access === "professional" || operation.errors.includes("lookback_exceeded") ? [403] : []),
            ...(operation.errors.some((code) =>
              ["unsupported_asset", "empty_result", "insufficient_data"].includes(code),
            )
              ? [404]
              : []),
            ...(operation.body === null ? [] : [413, 415]),
            ...(operation.access === "public" ? [] : [422, 429]),
            500,
            ...(operation.access === "public" ? [] : [503]),
            504,
          ];
    expect(Object.keys(described.responses).map(Number)).toEqual(expected);
  });

  it("documents the headers of its answers", () => {
    const headers = (status: number) => Object.keys(describedAnswer(method, path, status)?.headers ?? {});
    for (const status of Object.keys(described.responses).map(Number))
      expect(headers(status)).toContain("X-Request-ID");
    if (operation === undefined || operation.access === "public") return;
    expect(headers(200)).toEqual(
      expect.arrayContaining([
        "Cache-Control",
        "X-Account-Type",
        "X-RateLimit-Limit-Burst",
        "X-RateLimit-Reset-Monthly",
      ]),
    );
    expect(headers(429)).toContain("Retry-After");
    expect(headers(503)).toContain("Retry-After");
    expect(headers(401)).toEqual(["X-Request-ID", "WWW-Authenticate"]);
    expect(headers(200).includes("ETag")).toBe(described.responses[304] !== undefined);
  });
});

describe("the number of operations", () => {
  /** What the specification's endpoint tables give a namespace, by what its definition says. */
  const expectedOf = ({ dimensions, ...kind }: (typeof namespaces)[number]) => ({
    // trending, detail, search, compare, market sentiment, stats, raw mentions; our own are sources, panel and its manifest
    protected: 10 + dimensions.length + (kind.kind === "text" && kind.explain !== false ? 1 : 0),
    professional: 3,
    health: 1,
  });
  const countsOf = (each: typeof operations) => ({
    protected: each.filter(({ access }) => access !== "public").length,
    professional: each.filter(({ access }) => access === "professional").length,
    health: each.filter(({ access }) => access === "public").length,
  });

  it.each(namespaces.map((namespace) => [namespace.id, namespace] as const))(
    "%s has the number that its definition gives",
    (id, namespace) => {
      expect(countsOf(operations.filter((operation) => operation.namespace?.id === id))).toEqual(expectedOf(namespace));
    },
  );

  it("is 47 + 16 protected, 6 + 11 professional and 6 health routes with all five namespaces", () => {
    const sum = (key: "protected" | "professional" | "health") =>
      namespaces.reduce((total, namespace) => total + expectedOf(namespace)[key], 1);
    // The analysis for each company of a text, which is our own, is protected and professional too.
    const expected = { protected: sum("protected") + 1, professional: sum("professional") + 1, health: sum("health") };
    // Text analysis is one of the protected and of the professional ones; the service's own health is no core operation.
    const counted = countsOf(operations);
    expect({ ...counted, health: counted.health + 1 }).toEqual(expected);
    if (namespaces.length === 5)
      expect(expected).toEqual({ protected: 47 + 6 + 10, professional: 6 + 1 + 10, health: 6 });
    expect(described).toHaveLength(expected.protected + expected.health);
  });
});

describe("the mounted routes", () => {
  /** Every route of a server as `METHOD /path`, without the HEAD that goes with each GET. */
  const routesOf = (app: ReturnType<typeof toyServer>) => {
    const open: string[] = [];
    return app
      .printRoutes({ commonPrefix: false })
      .split("\n")
      .flatMap((line) => {
        const [, indent = "", part = "", methods] = /^([│├└─\s]*)(\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
        open.length = indent.length / 4;
        open.push(part);
        return methods === undefined ? [] : methods.split(", ").map((method) => `${method} ${open.join("")}`);
      })
      .filter((route) => !route.startsWith("HEAD "))
      .sort();
  };
  const placeholders = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");
  const documents = ["/openapi.json", "/openapi.yaml", "/changelog", "/llms.txt"];
  const reference = [
    "/docs",
    "/docs/json",
    "/docs/yaml",
    ...["css", "-bundle.js", "-standalone-preset.js"].map((end) => `/docs/static/swagger-ui${end.replace(/^c/, ".c")}`),
    ...["index.css", "swagger-initializer.js", "favicon-16x16.png", "favicon-32x32.png"].map(
      (file) => `/docs/static/${file}`,
    ),
  ];
  const page = ["/app", "/app/app.css", "/app/app.js", "/app/icon.svg"];
  const open = ["/", "/livez", "/readyz", ...documents, ...reference, ...page];
  const always = [
    ...[...operations.map(titleOf), serviceHealth].map(placeholders),
    ...open.map((path) => `GET ${path}`),
    // Whatever view of the page an address names, the page itself is the answer.
    "GET /app*",
  ];

  it.each([
    ["nothing else", {}, []],
    ["metrics where there is a token for them", { metricsToken: "a-token-of-some-length" }, ["GET /metrics"]],
    ["preflights where pages may ask", { corsOrigins: ["https://example.org"] }, ["OPTIONS *"]],
  ] as const)("includes every operation, the pages that describe the service, and %s", async (_, parts, more) => {
    const app = toyServer(operations, parts);
    await app.ready();
    expect(routesOf(app)).toEqual([...always, ...more].sort());
    await app.close();
  });

  it("answers every public route without a key", async () => {
    const app = toyServer(operations);
    for (const path of open) {
      const { statusCode, headers } = await app.inject(path);
      expect([path, statusCode, headers["x-content-type-options"]]).toEqual([path, 200, "nosniff"]);
      expect([path, (await app.inject({ url: path, method: "HEAD" })).statusCode]).toEqual([path, 200]);
    }
    for (const { method, path, access } of operations) {
      const { statusCode } = await app.inject({ method, url: path.replace(/\{\w+\}/g, "A") });
      expect([path, statusCode]).toEqual([path, access === "public" ? 200 : 401]);
    }
    await app.close();
  });
});
