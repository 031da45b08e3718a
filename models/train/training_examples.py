"""Which examples a run trains on, in which share and weight."""

import argparse
import random
from dataclasses import replace

from transformers import BertModel, BertTokenizerFast

import data
from model import pinned_encoder
from reworded import neighbours_of, reworded
from views import worn


def training_examples(folder: str, args: argparse.Namespace) -> tuple[list, dict[str, list]]:
    """The examples to train on, and those of each set to choose the epoch by."""
    rows = {name: [e for e in data.load(folder, name)] for name in data.TRAIN_SETS}
    splits = {
        s: {n: [e for e in r if data.split_of(e.text) == s] for n, r in rows.items()} for s in ("train", "dev", "test")
    }
    train = splits["train"]
    sentfin, finentity, news, forum = (train[n] for n in data.TRAIN_SETS)
    examples = sentfin + finentity + [replace(e, weight=0.5) for e in forum] + news
    rng = random.Random(7)
    examples += [replace(e, weight=0.5) for e in whole(sentfin, rng, args.whole)] + whole(finentity, rng, args.whole)
    examples += data.cashtag_examples(news)
    dev = dict(splits["dev"])
    if args.own:
        examples += [
            replace(e, weight=args.own_weight)
            for file in sorted(data.OWN.glob("train*.jsonl"))
            for e in data.load_own(file.name)
            if rng.random() < args.own_share
        ]
        written = data.load_written()
        # No test part: testing uses the sets and the behaviour suite.
        dev["written"] = [e for e in written if data.split_of(e.text) == "dev"]
        kept = [e for e in written if data.split_of(e.text) != "dev" and rng.random() < args.written_share]
        examples += kept + whole([e for e in kept if e.name], rng, args.whole)
    examples += [worn(e, rng) for _ in range(args.worn) for e in news + sentfin + finentity]
    if args.unlabelled:
        examples += data.load_unlabelled_posts(folder, args.unlabelled)
    if args.posts:
        posts = data.load_posts(folder)
        # No test part either.
        dev["posts"] = [e for e in posts if data.split_of(e.text) == "dev"]
        examples += [e for e in posts if data.split_of(e.text) == "train"]
    examples += [e for e in data.conflicting(sentfin) for _ in range(args.conflict_repeat)]
    copies = in_other_words(examples, args) if args.reworded else []
    # A short run that continues an earlier one: all of the newest sentences, and a share of what the earlier run has
    # seen, but for the sets that must not be forgotten.
    if args.share < 1:
        newest = {e.text for e in data.load_own("train-phrases.jsonl")}
        examples = [e for e in examples if e.text in newest or e.source in args.all_of or rng.random() < args.share]
    for name, times in (pair.split("=") for pair in args.repeat):
        again = (
            train[name]
            if name in train
            else [e for e in data.load_own(f"written/{name}.jsonl", name) if data.split_of(e.text) != "dev"]
        )
        examples += again * int(times)
    return examples + copies, dev


def in_other_words(examples: list, args: argparse.Namespace) -> list:
    """Copies of examples in other words, as often as --reworded says of their source."""
    times_of = {name: float(times) for name, times in (pair.split("=") for pair in args.reworded)}
    if unknown := times_of.keys() - {e.source for e in examples}:
        raise SystemExit(f"--reworded: no examples of {', '.join(sorted(unknown))}")
    encoder = BertModel.from_pretrained(pinned_encoder(), add_pooling_layer=False)
    table = encoder.embeddings.word_embeddings.weight.detach()
    words = BertTokenizerFast.from_pretrained(pinned_encoder())
    near = neighbours_of(
        [e.text for e in examples], table, lambda word: words(word, add_special_tokens=False)["input_ids"]
    )
    rng = random.Random(args.seed)
    copies = []
    for example in examples:
        times = times_of.get(example.source, 0)
        copies += [reworded(example, near, rng) for _ in range(int(times + rng.random()))]
    return copies


def whole(examples: list, rng: random.Random, share: float) -> list:
    """A share of the examples again, as whole texts."""
    return [e for e in data.whole_text_examples(examples) if rng.random() < share]
