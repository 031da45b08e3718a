// Annotating by Spark with one worker and with two, with a model that costs nothing. SPARK_PYTHON names a Python with PySpark,
// as for the tests. A worker has one core, as a cluster gives it: a worker's Java, Python and Node would take more where they
// can, so `taskset` holds them to it. Without a hold is printed beside. Options: --posts 400000.
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { posts } from "./ingest-posts.mjs";

const FASTER_LIMIT = 1.7;
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

export async function measure(option) {
  const python = process.env.SPARK_PYTHON;
  if (python === undefined) {
    console.log("spark: skipped, SPARK_PYTHON names no Python with PySpark.");
    return [];
  }
  const count = Number(option("posts") ?? 400_000);
  const root = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
  try {
    const input = join(root, "posts.jsonl");
    await writePosts(input, count);
    const [firstCore, secondCore] = allowedCores();
    const secondsWith = (workers, cores) => {
      const { status, stdout, stderr } = spawnSync(
        "taskset",
        [
          "-c",
          cores.join(","),
          python,
          pathOf("scale_spark.py"),
          input,
          join(root, `annotated-${workers}-${cores.length}`),
          process.execPath,
          pathOf("scale-annotate.mjs"),
        ],
        {
          encoding: "utf8",
          env: {
            ...process.env,
            PYSPARK_SUBMIT_ARGS: `--master local[${workers}] pyspark-shell`,
            PYSPARK_PYTHON: python,
            PYTHONPATH: pathOf("../deploy/spark"),
          },
        },
      );
      if (status !== 0) throw new Error(`Spark failed: ${stderr.slice(-2_000)}`);
      const { seconds, lines } = JSON.parse(stdout.trim().split("\n").at(-1));
      if (lines !== count) throw new Error(`${lines} lines were written for ${count} posts.`);
      return seconds;
    };
    const both = [firstCore, secondCore];
    const [one, unheld, two] = [secondsWith(1, [firstCore]), secondsWith(1, both), secondsWith(2, both)];
    console.log(
      `spark: ${count} posts, one worker on one core ${one.toFixed(1)} s, on two ${unheld.toFixed(1)} s, ` +
        `two workers on two ${two.toFixed(1)} s, load ${loadavg()[0].toFixed(1)}`,
    );
    const faster = one / two;
    return [
      {
        what: "annotating by Spark, two workers of one core against one",
        measured: Number(faster.toFixed(2)),
        must: FASTER_LIMIT,
        met: faster >= FASTER_LIMIT ? "yes" : "NO",
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The first two cores that this process may use. */
function allowedCores() {
  const { status, stdout } = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" });
  if (status !== 0) throw new Error("taskset, which holds a worker to a core, cannot be run.");
  const cores = stdout
    .slice(stdout.lastIndexOf(":") + 1)
    .trim()
    .split(",")
    .flatMap((range) => {
      const [from, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  if (cores.length < 2) throw new Error("Two cores are needed to compare one worker with two.");
  return cores.slice(0, 2);
}

async function writePosts(file, count) {
  const [fromMs, dayMs] = [Date.parse("2026-03-01T00:00:00Z"), 86_400_000];
  const stream = createWriteStream(file);
  for (const post of posts({ count, fromMs, toMs: fromMs + 20 * dayMs, seed: 3, vocabulary: 30_000 })) {
    if (!stream.write(`${JSON.stringify(post)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}
