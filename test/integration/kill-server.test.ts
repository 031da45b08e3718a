import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAccountStore, openUsageFile, windowsOf } from "@market-sentiment/server";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.js";

/** `npm run test:kills` asks for more of them. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 20);
/** Servers on the same folder, all under load; one of them is killed in each round. */
const SERVERS = 3;
/** Requests that are under way at each server. */
const CALLERS = 4;

const script = fileURLToPath(new URL("../support/serve-process.mjs", import.meta.url));

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(directory: string): Promise<Server> {
  const child = spawn(process.execPath, [script, directory], { stdio: ["ignore", "pipe", "inherit"] });
  const died = once(child, "exit").then(() => expect.fail("the server ended before it listened"));
  const [line] = (await Promise.race([once(child.stdout as NodeJS.EventEmitter, "data"), died])) as [Buffer];
  died.catch(() => undefined);
  return { child, url: `${line.toString().trim()}/news/stocks/v1/stats` };
}

it(`counts every answered request through ${ROUNDS} kills under load, and no more than were sent`, async () => {
  const directory = await temporaryDirectory();
  const store = openAccountStore({
    path: join(directory, "accounts.db"),
    now: () => new Date("2020-01-01T00:00:00.000Z"),
  });
  const accounts = Array.from({ length: 40 }, (_, index) => {
    const account = store.createAccount({ name: `account ${String(index)}`, plan: "hobby" });
    return { account, headers: { "x-api-key": store.createKey(account.id).secret }, answered: 0, sent: 0 };
  });
  const usedBefore: number[] = [];
  let isOver = false;
  let turn = 0;

  /** Sends requests one after another until the server is gone, and counts sent requests and answers. */
  const call = async ({ url, child }: Server): Promise<void> => {
    while (!isOver && child.exitCode === null && child.signalCode === null) {
      const asker = accounts[turn++ % accounts.length] ?? expect.fail("no account");
      asker.sent += 1;
      try {
        const response = await fetch(url, { headers: asker.headers });
        if (response.status === 200) {
          asker.answered += 1;
          usedBefore.push(Number(response.headers.get("x-ratelimit-used-monthly")));
        } else if (response.status === 429) asker.sent -= 1;
        else expect.fail(`answered ${response.status}`);
        await response.arrayBuffer();
        await new Promise((resolve) => setTimeout(resolve, 3));
      } catch (error) {
        // Cut off: its server is gone, so it may or may not have been counted.
        if (!(error instanceof TypeError)) throw error;
        return;
      }
    }
  };
  const callers: Promise<void>[] = [];
  const open = async () => {
    const server = await start(directory);
    for (let caller = 0; caller < CALLERS; caller += 1) callers.push(call(server));
    return server;
  };
  const servers = await Promise.all(Array.from({ length: SERVERS }, open));
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = round % SERVERS;
    const { child } = servers[at] ?? expect.fail("no server");
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    servers[at] = await open();
  }
  isOver = true;
  await Promise.all(callers);
  for (const { child } of servers) child.kill("SIGKILL");

  const file = await openUsageFile(join(directory, "usage.db"));
  const [answered, counted, sent] = [[], [], []] as [number[], number[], number[]];
  for (const each of accounts) {
    const { startMs } = windowsOf(each.account, new Date()).monthly;
    const month = await file.transaction((counters) => counters.month(each.account.id, startMs));
    answered.push(each.answered);
    counted.push(month?.used ?? 0);
    sent.push(each.sent);
  }
  await file.close();
  store.close();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  // Per account, never fewer than were answered, and more only by requests that were cut off.
  expect(counted.map((count, index) => count >= (answered[index] ?? 0) && count <= (sent[index] ?? 0))).toEqual(
    accounts.map(() => true),
  );
  expect(sum(sent) - sum(answered)).toBeLessThanOrEqual((ROUNDS + SERVERS) * CALLERS);
  expect(sum(answered)).toBeGreaterThan(ROUNDS * CALLERS);
  expect(usedBefore.every((used) => used > 0)).toBe(true);
  console.log(`${sum(sent)} sent, ${sum(answered)} answered, ${sum(counted)} counted`);
}, 3_600_000);
