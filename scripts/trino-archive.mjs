// A Trino of the release that was tried, for tests and benches: fetched by Maven into the user's cache, unpacked without the
// plugins that nothing here needs.
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const RELEASE = "476";
const NAME = `trino-server-${RELEASE}`;
/** Trino 476 needs this Java. */
const LEAST_JAVA = 24;

const cache = () => join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "market-sentiment");

/** Folder of the unpacked server: `TRINO_HOME`, else that of the cache; null where there is none. */
export function trinoHome() {
  const home = process.env.TRINO_HOME ?? join(cache(), NAME);
  return existsSync(join(home, "plugin", "delta-lake")) ? home : null;
}

/** A Java that is new enough, as a home: `TRINO_JAVA_HOME`, `JAVA_HOME`, that of the path, or one beside these; null where there is none. */
export function javaHome() {
  const named = [process.env.TRINO_JAVA_HOME, process.env.JAVA_HOME].filter(
    (home) => home !== undefined && home !== "",
  );
  const found = spawnSync("sh", ["-c", "command -v java"], { encoding: "utf8" }).stdout.trim();
  const first = [...named, ...(found === "" ? [] : [dirname(dirname(realpathSync(found)))])];
  const beside = first.flatMap((home) => {
    const folder = dirname(home);
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  });
  return [...first, ...beside].find((home) => versionOf(home) >= LEAST_JAVA) ?? null;
}

function versionOf(home) {
  const java = join(home, "bin", "java");
  if (!existsSync(java)) return 0;
  const { stderr = "" } = spawnSync(java, ["-version"], { encoding: "utf8" });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

/** Fetches the archive (821 MB) and unpacks what a test needs, once; gives the folder. */
export function fetchTrino() {
  const home = join(cache(), NAME);
  if (trinoHome() !== null) return trinoHome();
  mkdirSync(cache(), { recursive: true });
  // In the cache's own folder, so that the last step is a rename.
  const staging = mkdtempSync(join(cache(), "fetch-"));
  try {
    console.log(`Fetching Trino ${RELEASE} by Maven (821 MB)…`);
    const artifact = `-Dartifact=io.trino:trino-server:${RELEASE}:tar.gz`;
    const copied = spawnSync("mvn", ["-q", "-B", "dependency:copy", artifact, `-DoutputDirectory=${staging}`], {
      stdio: "inherit",
    });
    if (copied.status !== 0) throw new Error("Trino could not be fetched: Maven (mvn) and its repository are needed.");
    const archive = join(staging, `${NAME}.tar.gz`);
    const wanted = join(staging, "wanted");
    writeFileSync(wanted, `${wantedOf(archive).join("\n")}\n`);
    execFileSync("tar", ["-xzf", archive, "-C", staging, "-T", wanted]);
    for (const plugin of readdirSync(join(staging, NAME, "plugin")))
      if (plugin !== "delta-lake") rmSync(join(staging, NAME, "plugin", plugin), { recursive: true });
    renameSync(join(staging, NAME), home);
    return home;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The server and its Delta plugin, with the files of other plugins that theirs are links to. */
function wantedOf(archive) {
  const listing = execFileSync("tar", ["-tvzf", archive], { encoding: "utf8", maxBuffer: 1 << 28 });
  const own = new RegExp(`^${NAME}/(?:lib|secrets-plugin|plugin/delta-lake)/.`);
  const wanted = listing.split("\n").flatMap((line) => {
    const [, name, target] = /(?<=\s)(trino-server-\S+)(?: link to (\S+))?$/.exec(line) ?? [];
    if (name === undefined || name.endsWith("/") || !own.test(name)) return [];
    return target === undefined ? [name] : [name, target];
  });
  return [...new Set(wanted)];
}
