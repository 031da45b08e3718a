import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, serve } from "@market-sentiment/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskFaultOf } from "../../packages/server/src/operating/disk-probe.js";
import { keys, toyDataset, toyOperation, toyServer } from "./toy-service.js";

let directory = "";
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), "operating-"))));
afterAll(() => rm(directory, { recursive: true, force: true }));

describe("metrics", () => {
  it("are off unless the settings say where to serve them", async () => {
    expect((await toyServer([toyOperation()]).inject("/metrics")).statusCode).toBe(404);
  });

  it("need the operator's token on the service's port", async () => {
    const app = toyServer([toyOperation()], { metricsToken: "a-token-of-some-length" });
    const ask = (authorization?: string) =>
      app.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });
    for (const sent of [undefined, "Bearer other", "a-token-of-some-length"]) {
      expect([sent, (await ask(sent)).statusCode]).toEqual([sent, 401]);
    }
    await app.inject({ url: "/toy/trending", headers: keys.free });
    await app.inject({ url: "/toy/trending", headers: keys.free });
    await app.inject({ url: "/toy/trending?limit=0", headers: keys.free });
    const { statusCode, headers, body } = await ask("Bearer a-token-of-some-length");
    expect([statusCode, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/toy/trending",status="200"} 2');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/toy/trending",status="422"} 1');
    expect(body).toContain("sentiment_answers_from_memory_total 1\n");
    expect(body).toContain('sentiment_work{state="waiting"} 0');
    expect(body).toContain("process_resident_memory_bytes");
    expect(body).not.toContain("limit=");
  });

  it("show the state of live sources, except paused ones", async () => {
    const source = (name: string, status: string) => ({
      ...{ name, status, type: "feed", last_poll: null, last_success: null, outcome: null, reason: null },
      ...{ lag_seconds: status === "waiting" ? null : 90, newest_item: null, polls: 7, errors: 2, items_24h: 40 },
      ...{ coverage_24h: 0.5, coverage_30d: 0.5, coverage_by_hour: [], open_gaps: [{}, {}], items_paid_today: 12 },
    });
    const answer = { sources: [source("wire", "failing"), source("new", "waiting"), source("off", "paused")] };
    const operation = toyOperation({ name: "sources", run: () => answer });
    const app = toyServer([operation], { metricsToken: "a-token-of-some-length" });
    const headers = { authorization: "Bearer a-token-of-some-length" };
    const { body } = await app.inject({ url: "/metrics", headers });
    const lines = body.split("\n").filter((line) => line.startsWith("sentiment_source_"));
    const of = (name: string) =>
      lines.filter((line) => line.includes(`source="${name}"`)).map((line) => line.split(/[{ ]/));
    expect(of("wire").map(([name, , value]) => [name, Number(value)])).toEqual([
      ["sentiment_source_ok", 0],
      ["sentiment_source_polls", 7],
      ["sentiment_source_poll_errors", 2],
      ["sentiment_source_items_24h", 40],
      ["sentiment_source_lag_seconds", 90],
      ["sentiment_source_coverage_24h", 0.5],
      ["sentiment_source_open_gaps", 2],
      ["sentiment_source_paid_items_today", 12],
    ]);
    expect(of("new").map(([name]) => name)).not.toContain("sentiment_source_lag_seconds");
    expect(of("off")).toEqual([]);
  });

  it("can have their own port, which closes with the server", async () => {
    const config = readConfig({ SENTIMENT_DATA: directory, PORT: "0", SENTIMENT_METRICS_PORT: "0" });
    const server = await serve(config, toyDataset(), { operations: [toyOperation()] });
    const metrics = `${String(server.metricsAddress)}/metrics`;
    expect(await (await fetch(metrics)).text()).toContain("sentiment_shared_limits_lost 0");
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
    await server.stop();
    await expect(fetch(metrics)).rejects.toThrow();
  });
});

describe("readiness", () => {
  const ask = async (app: ReturnType<typeof toyServer>, url: string) => {
    const response = await app.inject(url);
    return [response.statusCode, response.json<unknown>()] as unknown[];
  };

  it("is separate from liveness: unreadable data is no reason to restart", async () => {
    const view = () => Promise.reject(new Error("no data"));
    const app = toyServer([toyOperation()], { dataset: toyDataset({ view }) });
    expect(await ask(app, "/livez")).toEqual([200, { status: "alive" }]);
    expect(await ask(app, "/readyz")).toEqual([503, { status: "not ready" }]);
    expect(await ask(toyServer([toyOperation()]), "/readyz")).toEqual([200, { status: "ready" }]);
  });

  it("is not given until loading at the start is complete, and says what is missing", async () => {
    const waiting = new Set(["text model", "sample data"]);
    const startup = { waitingFor: () => [...waiting], isLoading: () => false };
    const app = toyServer([toyOperation()], { startup });
    expect(await ask(app, "/readyz")).toEqual([
      503,
      { status: "starting", waiting_for: ["text model", "sample data"] },
    ]);
    expect((await app.inject("/readyz")).headers["retry-after"]).toBe("2");
    expect(await ask(app, "/livez")).toEqual([200, { status: "alive" }]);
    expect((await app.inject({ url: "/toy/trending", headers: keys.free })).statusCode).toBe(200);
    waiting.clear();
    expect(await ask(app, "/readyz")).toEqual([200, { status: "ready" }]);
  });

  it("says why requests cannot be counted, and is given again when they can", async () => {
    const folder = await mkdtemp(join(directory, "disk-"));
    const [missing, fault] = [join(folder, "gone"), { at: "" }];
    const app = toyServer([toyOperation()], { diskFault: () => diskFaultOf(fault.at) });
    fault.at = missing;
    expect(await ask(app, "/readyz")).toEqual([503, { status: "not ready", reason: "disk not writable" }]);
    expect(await ask(app, "/livez")).toEqual([200, { status: "alive" }]);
    fault.at = folder;
    await expect.poll(async () => (await app.inject("/readyz")).statusCode, { timeout: 10_000 }).toBe(200);
    expect(await readdir(folder)).toEqual([]);
    const full = toyServer([toyOperation()], { diskFault: () => Promise.resolve("disk full") });
    expect(await ask(full, "/readyz")).toEqual([503, { status: "not ready", reason: "disk full" }]);
  });

  it("requires the accounts, too", async () => {
    const findByHash = () => Promise.reject(new Error("locked"));
    expect(await ask(toyServer([toyOperation()], { accounts: { findByHash } }), "/readyz")).toEqual([
      503,
      { status: "not ready" },
    ]);
  });
});
