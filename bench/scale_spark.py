"""Times the backfill by Spark without the start of Spark itself. Prints the seconds and the lines as JSON.

Arguments: the posts, the folder for the answers, and the program and the script that annotate.
"""

import argparse
import json
import sys
import time

from backfill import backfill
from pyspark.sql import SparkSession

posts, output, program, script = sys.argv[1:]
spark = SparkSession.builder.appName("bench").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
# The first job pays for starting Python.
spark.sparkContext.parallelize(range(8), 4).map(lambda number: (number, number)).distinct().count()
options = argparse.Namespace(ns="microblog", input=posts, output=output, rejected=None, partitions=4, command=f"{program} {script}")
started = time.monotonic()
backfill(spark, options)
seconds = time.monotonic() - started
print(json.dumps({"seconds": seconds, "lines": spark.sparkContext.textFile(output).count()}))
spark.stop()
