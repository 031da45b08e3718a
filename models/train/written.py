"""Takes new sentences that were written one by one into own/written: `python written.py --data DATASETS --genre NAME
FILE [FILE …]`.

A file holds one {"text", "target" or null, "label"} a line. Added to own/written/NAME.jsonl is what is new and sound:
the target stands in the text, no six words in a row are shared with a text of any set or with a message of
test/behaviour/talk.jsonl, and the words are not those of a behaviour case, of such a message or of a challenge
sentence. Other targets of the same text are noted with each row. Prints how many rows were kept, and why the others
were not.
"""

import argparse
import collections
import json
import re
import unicodedata
from pathlib import Path

import data
import text_input as ti
from own_phrases import BEHAVIOUR, cases_kept_apart, words_of

RUN = 6
TALK = BEHAVIOUR.with_name("talk.jsonl")
NEAR = 0.6  # share of common words (Jaccard) from which a sentence says what a case says


def words_in_order(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).lower())


def runs_of(text):
    words = words_in_order(text)
    return {" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def runs_of_sets(folder):
    """Hashes of every run of words in the labelled sets."""
    runs: set = set()
    for file in Path(folder).glob("*/*.jsonl"):
        for line in file.open(encoding="utf8"):
            row = json.loads(line)
            if isinstance(row, dict) and isinstance(row.get("text"), str):
                runs.update(map(hash, runs_of(row["text"])))
    return runs


def talk_messages():
    """The messages that measure forum and crypto talk, as (text, target): no sentence of training may resemble one."""
    return [(row["text"], row["target"]) for row in map(json.loads, TALK.open(encoding="utf8"))]


def reason_against(row, runs, cases):
    """Why a row is rejected; None if it is accepted."""
    text, target = ti.normalise(row["text"])[0], row.get("target")
    if not text or row["label"] not in data.LABELS:
        return "empty, or no label"
    if target is not None and target.lower() not in text.lower():
        return "target not in the text"
    if any(hash(run) in runs for run in runs_of(text)):
        return "six words in a row of a set or of a message"
    words = words_of(row["text"], [target])
    if any(len(words & case) / len(words | case) >= NEAR for case in cases if len(case) >= 2):
        return "near a case kept apart"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--genre", required=True)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    messages = talk_messages()
    runs = runs_of_sets(args.data) | {hash(run) for text, _ in messages for run in runs_of(text)}
    cases = [*cases_kept_apart(), *(words_of(text, [target]) for text, target in messages)]

    def key(row):
        return (ti.normalise(row["text"])[0].lower(), (row.get("target") or "").lower())

    seen = {
        key(json.loads(line)) for file in (data.OWN / "written").glob("*.jsonl") for line in file.open(encoding="utf8")
    }
    kept: list = []
    against: collections.Counter[str] = collections.Counter()
    for file in args.files:
        for row in map(json.loads, Path(file).open(encoding="utf8")):
            reason = "there already" if key(row) in seen else reason_against(row, runs, cases)
            if reason is not None:
                against[reason] += 1
                continue
            seen.add(key(row))
            kept.append({"text": row["text"], "target": row.get("target"), "label": row["label"]})
    targets = collections.defaultdict(list)
    for row in kept:
        if row["target"] is not None:
            targets[row["text"]].append(row["target"])
    with (data.OWN / "written" / f"{args.genre}.jsonl").open("a", encoding="utf8") as out:
        for row in kept:
            others = [t for t in targets[row["text"]] if t != row["target"]] if row["target"] is not None else []
            out.write(json.dumps({**row, **({"others": others} if others else {})}, ensure_ascii=False) + "\n")
    print(args.genre, len(kept), "kept,", dict(against))


if __name__ == "__main__":
    main()
