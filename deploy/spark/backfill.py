"""Annotates dumps of raw records in parallel with Spark, for `sentiment publish`.

    spark-submit deploy/spark/backfill.py --ns news --input dumps/*.jsonl --output annotated
    sentiment publish --ns news --from annotated --data ./data

Each partition goes through `sentiment annotate` (a filter that needs no data directory), which must be installed on every worker. A partition
that dies is tried again by Spark, and its output appears only when it is whole, so nothing is doubled. Equal lines are kept
once, and a thread stays together; which of two states of a document counts is decided when the lines are published, as by
`sentiment ingest`. With `publish --mentions-only`, `rollup.py` computes the daily rows in parallel.
"""

import argparse
import json
import shlex
from hashlib import blake2b
from typing import Iterable, Iterator, Set, Tuple

from pyspark.sql import SparkSession


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ns", default="news", help="namespace (default: news)")
    parser.add_argument("--input", required=True, help="JSON lines: a file, a folder or a pattern that Spark reads, also s3a://")
    parser.add_argument("--output", required=True, help="folder for the annotated lines; it must not exist")
    parser.add_argument("--rejected", default=None, help="folder, the same on every worker, for records that cannot be read")
    parser.add_argument("--partitions", type=int, default=None, help="parts to annotate (default: as Spark splits the input)")
    parser.add_argument("--command", default="sentiment", help="how a worker starts the command (default: sentiment)")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("sentiment backfill").getOrCreate()
    backfill(spark, options)
    spark.stop()


def backfill(spark: SparkSession, options: argparse.Namespace) -> None:
    """Writes the annotated lines of the input into the folder of the output."""
    lines = spark.sparkContext.textFile(options.input)
    if options.partitions is not None:
        lines = lines.repartition(options.partitions)
    # checkCode: a filter that fails must fail its partition, else its lines would be missing in silence.
    annotated = lines.pipe(filter_of(options), checkCode=True)
    # Equal lines have one thread, so they meet in one partition: one exchange of lines serves both.
    together = annotated.map(with_thread).partitionBy(annotated.getNumPartitions()).values()
    together.mapPartitions(unique).saveAsTextFile(options.output)


def filter_of(options: argparse.Namespace) -> str:
    """The shell command of a partition. Each process has a file of its own for what it rejects."""
    command = f"{options.command} annotate --ns {shlex.quote(options.ns)}"
    if options.rejected is None:
        return f"sh -c {shlex.quote(f'exec {command}')}"
    return f"sh -c {shlex.quote(f'exec {command} --rejected {shlex.quote(options.rejected)}/rejected-$$.jsonl')}"


def with_thread(line: str) -> Tuple[str, str]:
    """The line by its thread: a comment without a time of its own is then published soon after its post."""
    said = json.loads(line)
    return said.get("thread_id") or said["document_id"], line


def unique(lines: Iterable[str]) -> Iterator[str]:
    """The lines, each once. 16 bytes of each are kept to know it again."""
    seen: Set[bytes] = set()
    for line in lines:
        digest = blake2b(line.encode("utf-8"), digest_size=16).digest()
        if digest not in seen:
            seen.add(digest)
            yield line


if __name__ == "__main__":
    main()
