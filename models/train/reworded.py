"""Training texts in other words, of which only a teacher can say what they mean.

A set of ten thousand texts shows a student too little of what its teacher knows. Copies with neighbouring words, other
figures and fewer clauses show more of it (TinyBERT, Jiao et al. 2020, augments its sets in a similar way).
"""

import re
from collections import Counter
from dataclasses import replace

import torch
import torch.nn.functional as F

import data

WORD = re.compile(r"[A-Za-z][a-z']{2,}|[A-Z]{3,}")
DIGIT = re.compile(r"[1-9]")
# What a text goes on with after a clause of its own.
CLAUSE = re.compile(r"\s(?:as|on|after|amid|while|but|despite|and|with|because|since|though|when)\s|[,;:.!?–—-]\s")
LEAST_COUNT = 4
NEAREST = 12
CHUNK = 1000
# Shares of the words that are replaced and left out: three kinds of copies, from close to far.
SHARES = [(0.1, 0.05), (0.25, 0.05), (0.4, 0.1)]


def neighbours_of(texts, table, pieces_of):
    """For each word that the texts hold at least four times, in small letters, the twelve of these words that stand
    nearest in an encoder's word embeddings ("climbs": "climb", "hike", "jumps"). `table` is [tokens, width];
    `pieces_of` gives a word's token ids.
    """
    counts = Counter(word.lower() for text in texts for word in WORD.findall(text))
    words = sorted(word for word, count in counts.items() if count >= LEAST_COUNT)
    places = torch.stack([table[torch.tensor(pieces_of(word))].mean(0) for word in words])
    places = F.normalize(places - places.mean(0), dim=-1)
    near = {}
    for at in range(0, len(words), CHUNK):
        found = (places[at : at + CHUNK] @ places.T).topk(min(NEAREST + 1, len(words))).indices.tolist()
        for word, others in zip(words[at : at + CHUNK], found, strict=True):
            near[word] = [words[other] for other in others if words[other] != word][:NEAREST]
    return near


def reworded(example, near, rng):
    """The example as an unlabelled text in other words: some replaced by a neighbour or left out, figures changed, now
    and then without its first or last clause. Names stay.
    """
    example = clipped(example, rng) if rng.random() < 0.2 else example
    spans = [span for side in data.marked_spans(example) for span in side]
    replaced, dropped = rng.choice(SHARES)
    kept, at = [], 0
    for word in example.text.split(" "):
        is_free = data.apart((at, at + len(word)), spans)
        at += len(word) + 1
        if is_free and rng.random() < dropped:
            continue
        kept.append(other_word(word, near, rng) if is_free and rng.random() < replaced else word)
    text = " ".join(kept) or example.text
    mentions = data.locate(text, example.name) if example.mentions else ()
    return replace(example, text=text, mentions=mentions, label=data.UNLABELLED)


def other_word(word, near, rng):
    """A neighbour in the same letters' case and between the same marks; other digits for a figure."""
    if DIGIT.search(word):
        return DIGIT.sub(lambda _: str(rng.randint(1, 9)), word)
    inner = word.strip(".,;:!?()\"'")
    others = near.get(inner.lower())
    if not others:
        return word
    other = rng.choice(others)
    if inner.isupper():
        other = other.upper()
    elif inner[0].isupper():
        other = other.capitalize()
    return word.replace(inner, other)


def clipped(example, rng):
    """The example before or after the end of one of its clauses, where that leaves four words and its target."""
    cuts = [m.span() for m in CLAUSE.finditer(example.text)]
    if not cuts:
        return example
    start, end = rng.choice(cuts)
    parts = [part for part in (example.text[:start], example.text[end:]) if len(part.split()) >= 4]
    parts = [part for part in parts if not example.mentions or data.locate(part, example.name)]
    if not parts:
        return example
    text = rng.choice(parts)
    return replace(example, text=text, mentions=data.locate(text, example.name) if example.mentions else ())
