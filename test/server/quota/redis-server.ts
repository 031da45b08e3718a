import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Redis } from "ioredis";

/** Whether this machine has the program; without it, tests that need it are skipped. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A private Redis on a free port, without persistence. */
export interface RedisServer {
  readonly url: string;
  /** Kills it like a crash: all its data is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends it, so that it accepts commands and answers none. */
  pause(): void;
  resume(): void;
}

export async function redisServer(directory: string): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async () => {
    const options = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--dir",
      directory,
    ];
    child = spawn("redis-server", options, { stdio: "ignore" });
    const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    await client.ping();
    client.disconnect();
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      const ended = child;
      child = null;
      if (ended === null) return;
      const exit = once(ended, "exit");
      ended.kill("SIGKILL");
      await exit;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
