"""Rows of the labelled sets, split by text, and the examples made from them."""

import csv
import gzip
import hashlib
import html
import json
import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

import text_input as ti

LABELS = ["negative", "neutral", "positive"]
TRAIN_SETS = ["sentfin", "finentity", "twitter-financial-news-sentiment", "wsb-labelled-2021"]
OTHER_SETS = [
    "financial-phrasebank",
    "semeval2017-task5",
    "fiqa2018-task1",
    "stockemotions",
    "stock-market-sentiment-tweets",
]
OWN = Path(__file__).parent / "own"
UNLABELLED = -1  # nothing is known of the text; only a teacher speaks of it


@dataclass(frozen=True)
class Example:
    text: str
    name: str | None
    label: int
    source: str
    mentions: tuple = ()
    other_names: tuple = ()
    weight: float = 1.0
    certainty: float = 1.0  # of the label; the rest is neutral's
    companies: tuple = ()  # by the product's linker: for each, the ways in which the text writes it


COMPANIES: dict = {}


def read_companies(path):
    """Loads the companies of all texts from the file that companies.mjs writes, one JSON object per line."""
    for line in Path(path).open(encoding="utf8"):
        row = json.loads(line)
        COMPANIES[row["text"]] = tuple(tuple(ways) for ways in row["companies"])


def apart(span, spans):
    return all(span[1] <= a or span[0] >= b for a, b in spans)


def marked_spans(example):
    """(spans of the target, spans of other companies), each sorted, all disjoint: the labelled ones, and those that the
    linker finds. A linked company at the target's position is the target, everywhere in the text.
    """
    mentions, names = list(example.mentions), list(example.other_names)
    for ways in example.companies:
        spans = ti.find_mentions(example.text, ways)
        if all(apart(s, example.mentions) for s in spans):
            names += ways
        else:
            mentions += [s for s in spans if apart(s, mentions)]
    return sorted(mentions), [s for s in ti.find_mentions(example.text, names) if apart(s, mentions)]


def input_of(builder, example, pair=True):
    """(ids, token types) of an example."""
    mentions, others = marked_spans(example) if example.name else ((), ())
    return builder.build(example.text, example.name, mentions, others, pair)


def split_of(text):
    """train, dev (8 %) or test (12 %): a hash of the lower-cased letters and digits, so every target of a text falls
    together."""
    key = re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", ADDRESS_FREE(text)).lower()).strip()
    bucket = int(hashlib.sha1(("split-1:" + key).encode()).hexdigest()[:8], 16) % 100
    return "test" if bucket < 12 else "dev" if bucket < 20 else "train"


def ADDRESS_FREE(text):
    return ti.ADDRESS.sub(" ", text)


def locate(text, name):
    """Whole-word mentions, else plain occurrences ("Infosys" in "InfosysBPO"), else none."""
    spans = ti.find_mentions(text, [name])
    if not spans and name:
        spans = [m.span() for m in re.finditer(re.escape(name), text, re.I)]
    return tuple(spans)


def load(folder, name):
    """Examples of one set, one per row; target rows with their mentions."""
    rows = [json.loads(line) for line in (Path(folder) / name / f"{name}.train.jsonl").open(encoding="utf8")]
    by_text: dict = {}
    for row in rows:
        by_text.setdefault(row["text"], set()).add(row["target"])
    out = []
    for row in rows:
        text, _ = ti.normalise(row["text"])
        if not text:
            continue
        target = ti.normalise(row["target"])[0] if row["target"] else None
        others = tuple(sorted(o for o in by_text[row["text"]] if o and o != row["target"]))
        out.append(
            Example(
                text,
                target,
                LABELS.index(row["label"]),
                name,
                locate(text, target) if target else (),
                others,
                companies=COMPANIES.get(text, ()),
            )
        )
    return out


def load_written():
    """All our individually written sentences, as one list in the order of the files."""
    return [e for file in sorted((OWN / "written").glob("*.jsonl")) for e in load_own(file, "written")]


POST_STREAMS = {
    "tweets-stocknet": ["tweets-2014", "tweets-2015"],
    "reddit-wsb-2020-12": ["posts", "comments", "comments-2021-01"],
}
CERTAINTY = {"clear": 1.0, "leaning": 0.65}


def load_posts(folder):
    """Posts of the redistributable streams with our labels: own/labelled-posts.tsv has the ids of posts, the streams
    have their texts. In the order of that file.
    """
    texts = {(stream, row["id"]): post_text(row) for stream in POST_STREAMS for row in stream_rows(folder, stream)}
    out = []
    with (OWN / "labelled-posts.tsv").open(encoding="utf8") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            text, name = texts[row["source"], row["id"]], row["target"] or None
            out.append(
                Example(
                    text,
                    name,
                    LABELS.index(row["label"]),
                    "posts",
                    locate(text, name) if name else (),
                    certainty=CERTAINTY[row["certainty"]],
                    companies=COMPANIES.get(text, ()),
                )
            )
    return out


def stream_rows(folder, stream):
    for file in POST_STREAMS[stream]:
        with gzip.open(Path(folder) / stream / f"{file}.jsonl.gz", "rt", encoding="utf8") as lines:
            yield from map(json.loads, lines)


def load_unlabelled_posts(folder, count=None):
    """Unlabelled tweets of tweets-stocknet, for a teacher to judge: English, no retweets, no two with the same letters,
    from the train part only; `count` of them (None: all) in the order of a hash of their ids. Every other one
    is about the first company that the linker finds in it.
    """
    with (OWN / "labelled-posts.tsv").open(encoding="utf8") as rows:
        labelled = {row["id"] for row in csv.DictReader(rows, delimiter="\t")}
    texts: dict = {}
    for row in sorted(
        stream_rows(folder, "tweets-stocknet"), key=lambda row: hashlib.sha1(row["id"].encode()).hexdigest()
    ):
        text = post_text(row)
        letters = re.sub(r"[\W\d_]+", " ", re.sub(r"[$@#]\w+", " ", text)).lower().strip()
        if (
            row["id"] not in labelled
            and row["lang"] == "en"
            and not row["retweet_of"]
            and len(letters) > 20
            and split_of(text) == "train"
        ):
            texts.setdefault(letters, text)
    out = []
    for at, text in enumerate(list(texts.values())[:count]):
        companies = COMPANIES.get(text, ())
        name = companies[0][0] if companies and at % 2 else None
        out.append(
            Example(text, name, UNLABELLED, "unlabelled posts", locate(text, name) if name else (), companies=companies)
        )
    return out


def post_text(row):
    """A post as one text: the title, then the body."""
    parts = [row.get("text"), row.get("body"), row.get("title"), row.get("selftext")]
    return ti.normalise(html.unescape(" ".join(p for p in parts if p and p not in ("[removed]", "[deleted]"))))[0]


# About what the product's last window of a long text holds: the title and the end, which has the conclusion.
LONG_CHARS = 800
TITLE_CHARS = 100
END_CHARS = 620


def as_last_window(text):
    """A text longer than the model reads at once as its first words and its end; others as they are."""
    if len(text) <= LONG_CHARS:
        return text
    return f"{text[:TITLE_CHARS].rsplit(' ', 1)[0]} {text[-END_CHARS:].split(' ', 1)[1]}"


def load_own(file, source="own"):
    out = []
    for line in (OWN / file).open(encoding="utf8"):
        row = json.loads(line)
        text = as_last_window(ti.normalise(row["text"])[0])
        name = row.get("target")
        out.append(
            Example(
                text,
                name,
                LABELS.index(row["label"]),
                source,
                locate(text, name) if name else (),
                tuple(row.get("others", ())),
                companies=COMPANIES.get(text, ()),
            )
        )
    return out


def whole_text_examples(examples):
    """Target rows of texts whose targets all agree, as plain texts; conflicting texts give none."""
    labels: dict = {}
    for e in examples:
        labels.setdefault(e.text, set()).add(e.label)
    seen, out = set(), []
    for e in examples:
        if len(labels[e.text]) == 1 and e.text not in seen:
            seen.add(e.text)
            out.append(replace(e, name=None, mentions=()))
    return out


CASHTAG = re.compile(r"\$[A-Za-z]{1,5}(?![\w])")


def cashtag_examples(examples):
    """Plain texts that name exactly one cashtag, read as being about it."""
    out = []
    for e in examples:
        tags = {m.group().upper() for m in CASHTAG.finditer(e.text)}
        if len(tags) == 1:
            name = tags.pop()[1:]
            out.append(replace(e, name=name, mentions=tuple(ti.find_mentions(e.text, [name]))))
    return out


def conflicting(examples):
    """Target rows of texts whose targets differ in label."""
    labels: dict = {}
    for e in examples:
        labels.setdefault(e.text, set()).add(e.label)
    return [e for e in examples if len(labels[e.text]) > 1]
