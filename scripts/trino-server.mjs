// Starts a real Trino on this machine over the tables of a data directory.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a loaded machine may take to start it. */
const STARTS_WITHIN_MS = 300_000;

/**
 * Starts Trino with one catalog, `sentiment`, over the Delta tables below a folder, and waits until it answers.
 *
 * @param options `home`: the unpacked server. `javaHome`: a Java of 24 or later. `root`: the folder; tables below it are
 * registered under `local:///`. `heap`: such as `2G`. `port`: to start one again where another was; else a free one. `bucket`: lines
 * of the catalogue for tables in object storage, such as its endpoint and keys.
 */
export async function startTrino({ home, javaHome, root, heap = "2G", port, bucket = [] }) {
  const etc = mkdtempSync(join(tmpdir(), "trino-"));
  const own = port ?? (await freePort());
  const url = `http://127.0.0.1:${own}`;
  writeFiles(etc, {
    "config.properties": [
      "coordinator=true",
      "node-scheduler.include-coordinator=true",
      `http-server.http.port=${own}`,
      `discovery.uri=${url}`,
      "query.max-memory-per-node=1GB",
      "catalog.management=static",
      `catalog.config-dir=${join(etc, "catalog")}`,
      `plugin.dir=${join(home, "plugin")}`,
    ],
    "node.properties": [
      "node.environment=test",
      `node.id=${randomUUID()}`,
      `node.data-dir=${join(etc, "data")}`,
      "node.internal-address=127.0.0.1",
      "node.bind-ip=127.0.0.1",
    ],
    "log.properties": ["io.trino=WARN"],
    "catalog/sentiment.properties": [
      "connector.name=delta_lake",
      "hive.metastore=file",
      "hive.metastore.catalog.dir=local:///catalog",
      "fs.native-local.enabled=true",
      `local.location=${root}`,
      ...bucket,
      "delta.register-table-procedure.enabled=true",
    ],
  });
  const properties = Object.entries({
    node: "node.properties",
  }).flatMap(([, file]) =>
    readFileSync(join(etc, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `-D${line}`),
  );
  const child = spawn(
    join(javaHome, "bin", "java"),
    [
      `-Xmx${heap}`,
      "-XX:+UseSerialGC",
      "-XX:+EnableDynamicAgentLoading",
      "-XX:TieredStopAtLevel=4",
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "-Djdk.attach.allowAttachSelf=true",
      "-Djdk.nio.maxCachedBufferSize=2000000",
      `-Djava.io.tmpdir=${etc}`,
      `-Dconfig=${join(etc, "config.properties")}`,
      `-Dlog.levels-file=${join(etc, "log.properties")}`,
      ...properties,
      "-cp",
      join(home, "lib", "*"),
      "io.trino.server.TrinoServer",
    ],
    { cwd: etc, stdio: ["ignore", "pipe", "pipe"] },
  );
  let log = "";
  const keep = (chunk) => (log = `${log}${chunk}`.slice(-4_000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(etc, { recursive: true, force: true });
  };
  const until = Date.now() + STARTS_WITHIN_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`Trino did not start:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { url, port: own, pid: child.pid, log: () => log, stop };
}

async function isReady(url) {
  try {
    const answer = await fetch(`${url}/v1/info`);
    if (!answer.ok || (await answer.json()).starting !== false) return false;
    return (await statement(url, "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'"))[0]?.[0] === 1;
  } catch {
    return false;
  }
}

/** Runs a statement and gives its rows. */
export async function statement(url, sql) {
  let answer = await (
    await fetch(`${url}/v1/statement`, { method: "POST", headers: { "X-Trino-User": "test" }, body: sql })
  ).json();
  const rows = [];
  for (;;) {
    if (answer.error !== undefined) throw new Error(answer.error.message);
    rows.push(...(answer.data ?? []));
    if (answer.nextUri === undefined) return rows;
    answer = await (await fetch(answer.nextUri)).json();
  }
}

function writeFiles(folder, files) {
  mkdirSync(join(folder, "catalog"));
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
