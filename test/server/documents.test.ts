import { readFile } from "node:fs/promises";
import { allOperations, namespaces } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { apiDocument } from "../support/api-document.js";
import { toyServer } from "./toy-service.js";

const operations = allOperations();
const app = toyServer(operations);
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

const documents = {
  "/openapi.json": "application/json; charset=utf-8",
  "/openapi.yaml": "application/yaml; charset=utf-8",
  "/changelog": "text/markdown; charset=utf-8",
  "/llms.txt": "text/plain; charset=utf-8",
};

describe.each(Object.entries(documents))("%s", (url, type) => {
  it("needs no key and says what it is", async () => {
    const response = await get(url);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, type]);
    expect(response.body.length).toBeGreaterThan(200);
  });

  it("is not sent again to a caller who already has it", async () => {
    const { headers } = await get(url);
    expect(headers["cache-control"]).toBe("public, max-age=300");
    const again = await get(url, { "if-none-match": String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("answers HEAD and no other method", async () => {
    const head = await app.inject({ url, method: "HEAD" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const post = await app.inject({ url, method: "POST" });
    expect([post.statusCode, post.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the documents", () => {
  it("in JSON and YAML are the same", async () => {
    const [json, yaml] = [await get("/openapi.json"), await get("/openapi.yaml")];
    expect(json.json()).toEqual(apiDocument);
    expect(parse(yaml.body)).toEqual(apiDocument);
    expect(yaml.body).not.toMatch(/^\s*\S*: [&*]\w+$/m);
  });

  it("for agents name every operation", async () => {
    const { body } = await get("/llms.txt");
    for (const { method, path } of operations) expect(body).toContain(`\`${method} ${path}\``);
    for (const { title } of namespaces) expect(body).toContain(`## ${title}`);
  });

  it("of changes are the repository's own", async () => {
    expect((await get("/changelog")).body).toBe(await readFile(new URL("../../CHANGELOG.md", import.meta.url), "utf8"));
  });

  it("are all linked from the root, and every link works", async () => {
    const { links } = (await get("/")).json<{ links: Record<string, string> }>();
    expect(Object.values(links)).toEqual(expect.arrayContaining([...Object.keys(documents), "/docs", "/health"]));
    for (const link of Object.values(links)) if (link !== "/health") expect((await get(link)).statusCode).toBe(200);
  });
});

describe("the interactive reference", () => {
  it("may run only its own script and call only this service", async () => {
    const { statusCode, headers, body } = await get("/docs");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it("is complete: everything that it links exists", async () => {
    const { body } = await get("/docs");
    const named = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    expect(named.length).toBeGreaterThan(4);
    for (const address of named) {
      const response = await get(address);
      expect([address, response.statusCode]).toEqual([address, 200]);
      expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
    }
    expect((await get("/docs/json")).json()).toEqual(apiDocument);
    expect(parse((await get("/docs/yaml")).body)).toEqual(apiDocument);
  });

  it("serves no other files, and nothing outside its folder", async () => {
    for (const file of ["nothing.js", "..%2f..%2fpackage.json", "%2e%2e/package.json", "../package.json"]) {
      const response = await get(`/docs/static/${file}`);
      expect([file, response.statusCode]).toEqual([file, expect.toBeOneOf([403, 404])]);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
    expect((await app.inject({ url: "/docs/static/index.css", method: "POST" })).statusCode).toBe(405);
  });

  it("does not change the content policy of other answers", async () => {
    for (const url of ["/", "/openapi.json", "/nowhere"]) {
      expect((await get(url)).headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });
});
