"""Prints every text that training may read, one {"text", "style"} per line, for companies.mjs: `python companies.py
--data DATASETS`.
"""

import argparse
import json

import data

POSTS = {"wsb-labelled-2021"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    args = parser.parse_args()
    texts = {
        e.text: "informal" if name in POSTS else "news" for name in data.TRAIN_SETS for e in data.load(args.data, name)
    }
    for file in sorted(data.OWN.glob("train*.jsonl")):
        texts |= {e.text: "news" for e in data.load_own(file.name)}
    texts |= {e.text: "news" for e in data.load_written()}
    texts |= {e.text: "informal" for e in data.load_posts(args.data)}
    texts |= {e.text: "informal" for e in data.load_unlabelled_posts(args.data)}
    for text, style in texts.items():
        print(json.dumps({"text": text, "style": style}))


if __name__ == "__main__":
    main()
