"""Rolls days up in parallel with Spark: the days of an asset's, a sector's, a country's rows, each part by itself.

    spark-submit deploy/spark/backfill.py --ns news --input dumps/*.jsonl --output annotated
    sentiment publish --ns news --from annotated --mentions-only --data ./data
    spark-submit deploy/spark/rollup.py --ns news --data ./data --output rolled
    sentiment publish --ns news --rolled rolled --data ./data

`publish --mentions-only` stores the mentions in one publication and lets their days wait. Here every worker reads the mentions of its
parts (`sentiment rollup`, which must be installed there and see the data directory, a shared folder or a bucket) and computes their
daily rows. `publish --rolled` measures and stores them in one publication. A task that dies is tried again by Spark, and its output
appears only when it is whole. Parts that are missing, or whose mentions have changed since, are rolled up by `publish` itself.
"""

import argparse
import shlex
import subprocess
from typing import List

from pyspark.sql import SparkSession


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ns", default="news", help="namespace (default: news)")
    parser.add_argument("--data", required=True, help="data directory, or s3://bucket/prefix, the same on every worker")
    parser.add_argument("--output", required=True, help="folder for the rolled up lines; it must not exist")
    parser.add_argument("--parts", type=int, default=1, help="parts of each day, by its assets (default: 1)")
    parser.add_argument("--tasks", type=int, default=None, help="tasks that share the parts (default: four for each core)")
    parser.add_argument("--command", default="sentiment", help="how a worker starts the command (default: sentiment)")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("sentiment rollup").getOrCreate()
    rollup(spark, options)
    spark.stop()


def rollup(spark: SparkSession, options: argparse.Namespace) -> None:
    """Writes the rolled up lines of all days that wait into the folder of the output."""
    parts = waiting_parts(options)
    context = spark.sparkContext
    tasks = min(options.tasks or 4 * context.defaultParallelism, max(1, len(parts)))
    # checkCode: a filter that fails must fail its task, else its days would be missing.
    context.parallelize(parts, tasks).pipe(shell_command(options), checkCode=True).saveAsTextFile(options.output)


def waiting_parts(options: argparse.Namespace) -> List[str]:
    """The parts of the days that wait, in order."""
    command = [*shlex.split(options.command), *arguments(options), "--list", "--parts", str(options.parts)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def shell_command(options: argparse.Namespace) -> str:
    """The shell command of a task."""
    command = f"{options.command} {' '.join(shlex.quote(part) for part in arguments(options))}"
    return f"sh -c {shlex.quote(f'exec {command}')}"


def arguments(options: argparse.Namespace) -> List[str]:
    return ["rollup", "--ns", options.ns, "--data", options.data]


if __name__ == "__main__":
    main()
