import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import { MarketDataError, utcDay } from "@market-sentiment/core";
import path from "node:path";
import type { SampleLoading } from "@market-sentiment/sample";
import { localQuota, openAccountStore, openUsageFile } from "@market-sentiment/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Accounts, Backends, ServerOptions } from "../../packages/cli/src/backends.js";
import { WrongUse } from "../../packages/cli/src/failure.js";
import { openAccounts } from "../../packages/cli/src/node-accounts.js";
import { nodeEffects } from "../../packages/cli/src/node-effects.js";
import { prepareServer } from "../../packages/cli/src/node-server.js";
import { NOW, sentiment, type World } from "./support.js";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "sentiment-keys-"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** A world with the real accounts of a directory. */
function withAccounts(name: string): { world: World; directory: string; accounts: () => Accounts } {
  const directory = path.join(root, name);
  const accounts = () => openAccounts(directory, null, () => NOW);
  const backends: Partial<Backends> = { openAccounts: () => Promise.resolve(accounts()) };
  return {
    directory,
    accounts,
    world: { backends, realFiles: nodeEffects().files, env: { SENTIMENT_DATA: directory } },
  };
}

describe("keys", () => {
  it("prints a new key once, alone on stdout, and lists it without its secret", async () => {
    const { world, accounts } = withAccounts("create");
    const created = await sentiment(["keys", "create", "--plan", "hobby", "--name", "Ada"], world);
    expect(created.stdout).toMatch(/^sk_live_[0-9a-f]{32}\n$/);
    expect(created.stderr).toMatch(/^key \S+ of 'Ada' \(hobby\); it is not shown again\n$/);
    const key = created.stdout.trim();
    const { stdout } = await sentiment(["keys", "list"], world);
    expect(stdout).toMatch(
      new RegExp(`^id +key +name +plan +created +state\\n\\S+ +sk_live_…${key.slice(-4)} +Ada +hobby +2026-`),
    );
    expect(stdout).not.toContain(key);
    const store = accounts();
    expect(await store.isValid(key)).toBe(true);
    await store.close();
  });

  it("gives an account a second key, but not another plan", async () => {
    const { world } = withAccounts("second");
    const create = (plan: string) => sentiment(["keys", "create", "--plan", plan, "--name", "Ada"], world);
    expect((await create("free")).exitCode).toBe(0);
    expect((await create("free")).exitCode).toBe(0);
    const other = await create("professional");
    expect(other).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "sentiment: the account 'Ada' exists and has the plan free\n",
    });
  });

  it("refuses a revoked key, and may revoke it twice", async () => {
    const { world, accounts } = withAccounts("revoke");
    const key = (await sentiment(["keys", "create", "--plan", "free", "--name", "Ada"], world)).stdout.trim();
    const listed = JSON.parse((await sentiment(["keys", "list", "--json"], world)).stdout) as { id: string }[];
    const id = listed[0]?.id ?? expect.fail("no key");
    for (const time of ["first", "second"]) {
      expect((await sentiment(["keys", "revoke", id], world)).stdout, time).toBe(`revoked ${id}\n`);
    }
    const store = accounts();
    expect(await store.isValid(key)).toBe(false);
    await store.close();
  });

  it.each([
    [
      ["keys", "create", "--plan", "gold", "--name", "Ada"],
      2,
      "--plan: there is no plan 'gold'; it is one of free, hobby, professional",
    ],
    [["keys", "create", "--plan", "free", "--name", " "], 2, "--name needs a name"],
    [["keys", "revoke", "nobody"], 1, "there is no key nobody"],
  ])("%j ends with %i", async (args, exitCode, message) => {
    const { world } = withAccounts("wrong");
    expect(await sentiment(args, world)).toEqual({ exitCode, stdout: "", stderr: `sentiment: ${message}\n` });
  });
});

describe("serve", () => {
  const period = { from: utcDay("2026-02-01"), to: utcDay("2026-03-05") };
  const sampleLoading = (
    waiting: readonly string[] = [],
    finished: SampleLoading["finished"] = Promise.resolve(period),
  ) => ({
    waiting: new Set(waiting),
    finished,
    stop: () => Promise.resolve(),
  });

  /** Stops as soon as it listens, and records its options. */
  function stoppedServer(
    world: World,
    sample = sampleLoading(),
  ): { world: World; events: string[]; asked: ServerOptions[] } {
    const stop = new AbortController();
    const events: string[] = [];
    const asked: ServerOptions[] = [];
    const backends: Partial<Backends> = {
      ...world.backends,
      startSample: ({ now }) => {
        events.push(`sample ${now.toISOString()}`);
        return Promise.resolve(sample);
      },
      prepareServer: (options) => {
        asked.push(options);
        return Promise.resolve({
          warnings: ["mind the gap"],
          listen: () => {
            events.push("listen");
            queueMicrotask(() => stop.abort());
            return Promise.resolve({
              address: "http://127.0.0.1:4321",
              stop: () => Promise.resolve(void events.push("stop")),
            });
          },
        });
      },
    };
    return { world: { ...world, backends, stop: stop.signal }, events, asked };
  }

  it("prints its address, and shuts down cleanly when asked to", async () => {
    const { world, events, asked } = stoppedServer({ env: { SENTIMENT_DATA: "/data" } });
    const { exitCode, stdout, stderr } = await sentiment(
      ["serve", "--port", "4321", "--host", "::1", "--today", "2026-01-31"],
      world,
    );
    expect({ exitCode, events, stderr }).toEqual({
      exitCode: 0,
      events: ["listen", "stop"],
      stderr: "warning: mind the gap\nstopping\n",
    });
    const options = { dataDirectory: "/data", host: "::1", port: "4321", today: "2026-01-31", inferenceOnly: false };
    expect(asked).toEqual([options]);
    expect(stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:4321\n/);
  });

  it("with --inference-only says how other services use it, and takes no sample data", async () => {
    const { world, events, asked } = stoppedServer({ env: { SENTIMENT_DATA: "/data" } });
    const { exitCode, stdout } = await sentiment(["serve", "--inference-only"], world);
    expect({ exitCode, events, inferenceOnly: asked[0]?.inferenceOnly }).toEqual({
      exitCode: 0,
      events: ["listen", "stop"],
      inferenceOnly: true,
    });
    expect(stdout).toBe(
      "listening on http://127.0.0.1:4321, only to judge texts\nother services use it with SENTIMENT_INFERENCE_URL=http://127.0.0.1:4321\n",
    );
    const refused = await sentiment(["serve", "--inference-only", "--sample"], stoppedServer(world).world);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain("--sample has no meaning with --inference-only");
  });

  it("shows with --sample the same working key at every start, in a file for its owner only", async () => {
    const { world: accountsWorld, directory, accounts } = withAccounts("demo");
    const keys: string[] = [];
    for (const start of ["first", "second"]) {
      const { world, events } = stoppedServer(accountsWorld);
      const { exitCode, stdout } = await sentiment(["serve", "--sample"], world);
      expect({ exitCode, events }, start).toEqual({
        exitCode: 0,
        events: [`sample ${NOW.toISOString()}`, "listen", "stop"],
      });
      keys.push(/sk_live_[0-9a-f]{32}/.exec(stdout)?.[0] ?? expect.fail("no key"));
      expect(stdout.match(/^curl .*$/gm)).toEqual([
        `curl -s -H 'X-API-Key: ${keys[0] ?? ""}' 'http://127.0.0.1:4321/news/stocks/v1/trending?from=2026-02-27&to=2026-03-05&limit=5'`,
        `curl -s -H 'X-API-Key: ${keys[0] ?? ""}' 'http://127.0.0.1:4321/news/stocks/v1/stock/AAPL?from=2026-02-27&to=2026-03-05'`,
        expect.stringMatching(
          / -d '\{"text":"[^']+"\}' 'http:\/\/127\.0\.0\.1:4321\/sentiment\/v1\/analyze'$/,
        ) as string,
      ]);
    }
    expect(keys[1]).toBe(keys[0]);
    const file = path.join(directory, "demo-key");
    expect((await readFile(file, "utf8")).trim()).toBe(keys[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const store = accounts();
    expect(await store.isValid(keys[0] ?? "")).toBe(true);
    expect((await store.list()).map(({ plan }) => plan)).toEqual(["professional"]);
    await store.close();
  });

  it("offers with --sample a configuration of live sources to switch on, and never overwrites it", async () => {
    const { world: accountsWorld, directory } = withAccounts("demo-sources");
    const start = async () => (await sentiment(["serve", "--sample"], stoppedServer(accountsWorld).world)).stdout;
    const file = path.join(directory, "sources.yaml");
    expect(await start()).toContain(`sentiment serve --collect --sources ${file} --data DIR`);
    expect(await readFile(file, "utf8")).toContain("enabled: false");
    const resumed = await sentiment(["sources", "resume", "my-feed"], accountsWorld);
    expect(resumed).toMatchObject({ exitCode: 0 });
    await start();
    expect(await readFile(file, "utf8")).toContain("enabled: true");
  });

  /** Serves while data is loading; `step` runs after the greeting. */
  async function serveWhileLoading(
    step: (stop: () => void, finish: () => void, fail: () => void) => void,
    world: World = {},
  ) {
    const { world: accountsWorld } = withAccounts(`loading-${Math.random()}`);
    let [finish, fail]: [() => void, () => void] = [() => undefined, () => undefined];
    const finished = new Promise<typeof period>((resolve, reject) => {
      finish = () => resolve(period);
      fail = () => reject(new MarketDataError("store_locked", "Somebody else is writing."));
    });
    const stop = new AbortController();
    const events: string[] = [];
    const sample = {
      ...sampleLoading(["a", "b"], finished),
      stop: () => Promise.resolve(void events.push("sample ended")),
    };
    const listened = stoppedServer(accountsWorld, sample).world;
    const backends: Partial<Backends> = {
      ...listened.backends,
      prepareServer: () =>
        Promise.resolve({
          warnings: [],
          listen: () => {
            setTimeout(() => step(() => stop.abort(), finish, fail), 5);
            return Promise.resolve({ address: "http://x", stop: () => Promise.resolve(void events.push("stop")) });
          },
        }),
    };
    return {
      ...(await sentiment(["serve", "--sample"], { ...listened, ...world, backends, stop: stop.signal })),
      events,
    };
  }

  it("says that sample data is being loaded, and on one line when it is", async () => {
    const { exitCode, stdout, stderr, events } = await serveWhileLoading((stop, finish) => {
      finish();
      setTimeout(stop, 5);
    });
    expect(stdout).toContain("sample data  is loading; until it is complete, answers cover the data loaded so far\n");
    expect(stderr).toBe("sample data: loaded in 0 s\nstopping\n");
    expect(exitCode).toBe(0);
    expect(new Set(events)).toEqual(new Set(["stop", "sample ended"]));
  });

  it("rewrites that line on a terminal, and ends it when the server stops before loading completes", async () => {
    const { stderr } = await serveWhileLoading((stop) => stop(), { terminal: { columns: 80 } });
    expect(stderr).toBe("sample data: 0 of 2 namespaces loaded, 0 s\nstopping\n");
  });

  it("stops the server and fails when the sample data cannot be loaded", async () => {
    const { exitCode, stderr, events } = await serveWhileLoading((_stop, _finish, fail) => fail());
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "sentiment: Somebody else is writing.\n" });
    expect(events).toContain("stop");
  });

  it("replaces a demo key that was revoked", async () => {
    const { world: accountsWorld, accounts } = withAccounts("replaced");
    const start = async () => {
      const { stdout } = await sentiment(["serve", "--sample"], stoppedServer(accountsWorld).world);
      return /sk_live_[0-9a-f]{32}/.exec(stdout)?.[0] ?? expect.fail("no key");
    };
    const first = await start();
    const store = accounts();
    await store.revoke((await store.list())[0]?.id ?? "");
    await store.close();
    expect(await start()).not.toBe(first);
  });
});

describe("accounts", () => {
  it("are made, listed with what they have used, and moved to another plan while a server counts", async () => {
    const { world, directory } = withAccounts("accounts");
    const done = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await sentiment(["accounts", ...args], world);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      return stdout;
    };
    expect(await done("list")).toBe("no accounts\n");
    expect(await done("create", "Ada", "--plan", "free", "--billing-start", "2026-01-31")).toBe(
      "created the account 'Ada' (free)\n",
    );
    await sentiment(["keys", "create", "--plan", "free", "--name", "Ada"], world);
    // What a server does beside the commands.
    const store = openAccountStore({ path: path.join(directory, "accounts.db") });
    const ada = () => store.findAccount("Ada") ?? expect.fail("no account");
    const file = await openUsageFile(path.join(directory, "usage.db"));
    const quota = localQuota(file);
    for (let count = 0; count < 3; count += 1) await quota.admit(ada(), NOW);
    expect(await done("list")).toMatch(
      /^name +plan +keys +used +until +created\nAda +free +1 +3 of 250 +2026-03-31T00:00:00/,
    );
    expect(await done("plan", "Ada", "hobby")).toBe("the account 'Ada' has the plan hobby\n");
    expect(await quota.admit(ada(), NOW)).toMatchObject({ monthly: { limit: 250_000, used: 4 } });
    const [listed] = JSON.parse(await done("list", "--json")) as unknown[];
    expect(listed).toEqual({
      name: "Ada",
      plan: "hobby",
      createdAt: NOW.toISOString(),
      validKeys: 1,
      used: 4,
      limit: 250_000,
      resetAt: "2026-03-31T00:00:00.000Z",
    });
    await done("plan", "Ada", "professional", "--billing-start", "2026-03-05");
    expect(await done("list")).toMatch(/Ada +professional +1 +0 of 2500000 +2026-04-05T00:00:00/);
    store.close();
    await file.close();
  });

  it.each([
    [["create", " ", "--plan", "free"], 2, "an account needs a name"],
    [["create", "Ada", "--plan", "gold"], 2, "there is no plan 'gold'; it is one of free, hobby, professional"],
    [
      ["create", "Ada", "--plan", "free", "--billing-start", "31 May"],
      2,
      "--billing-start: 31 May is not a day in the form YYYY-MM-DD",
    ],
    [["create", "Taken", "--plan", "free"], 1, "There is already an account named Taken."],
    [["plan", "Nobody", "free"], 1, "there is no account 'Nobody'"],
  ])("%j ends with %i: %s", async (args, exitCode, message) => {
    const { world } = withAccounts("refused-accounts");
    await sentiment(["accounts", "create", "Taken", "--plan", "free"], world);
    expect(await sentiment(["accounts", ...args], world)).toEqual({
      exitCode,
      stdout: "",
      stderr: `sentiment: ${message}\n`,
    });
  });
});

describe("settings of the server", () => {
  const options = { dataDirectory: "/data", host: undefined, port: undefined, today: undefined };

  it("names the option or the variable that cannot be used", () => {
    const refusal = (given: Partial<ServerOptions>, env: Record<string, string>) => {
      try {
        prepareServer({ ...options, ...given }, env);
        return null;
      } catch (error) {
        return error instanceof WrongUse ? [error.message, ...error.lines] : error;
      }
    };
    expect(refusal({ port: "many" }, { PORT: "8080" })).toEqual([expect.stringMatching(/^--port: /)]);
    expect(refusal({}, { PORT: "99999" })).toEqual([expect.stringMatching(/^PORT: /)]);
    expect(refusal({ today: "tomorrow" }, {})).toEqual([expect.stringMatching(/^--today: /)]);
    expect(refusal({}, { PORT: "0", HOST: "" })).toBeNull();
  });

  it("warns of an inference service that the public reaches without a token, and of nothing else", () => {
    const warned = (inferenceOnly: boolean, env: Record<string, string>) =>
      prepareServer({ ...options, inferenceOnly }, env).warnings.length;
    for (const HOST of ["0.0.0.0", "::", "192.0.2.7", "judge.example", "127.evil.example"]) {
      expect(warned(true, { HOST }), HOST).toBe(1);
      expect(warned(true, { HOST, SENTIMENT_INFERENCE_TOKEN: "a token of 16 or more" }), HOST).toBe(0);
      expect(warned(false, { HOST }), HOST).toBe(0);
    }
    for (const HOST of ["127.0.0.1", "127.0.1.1", "::1", "localhost", ""]) expect(warned(true, { HOST }), HOST).toBe(0);
    expect(prepareServer({ ...options, inferenceOnly: true }, { HOST: "0.0.0.0" }).warnings[0]).toContain(
      "SENTIMENT_INFERENCE_TOKEN",
    );
  });
});
