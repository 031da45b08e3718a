"""Random views of training examples: other names, another company's text beside, marks left out, words left out."""

import re
from dataclasses import replace

import data

JOINED_CHARS = 140
# Names that are not companies are never swapped: what is said about a currency is not said about a bank.
COMMON = re.compile(
    r"(?i)\b(sensex|nifty|index|rupee|dollar|yuan|yen|euro|gold|silver|oil|crude|copper|zinc|market|markets|"
    r"stock|stocks|shares?|sector|bonds?|banks?|bse|nse|dow|nasdaq|s&p|ftse|futures|metals?|cos|companies|funds?|it|"
    r"auto|pharma|gas|sugar|cotton|soy\w*|wheat|chana|jeera|turmeric|nickel|lead|aluminium|forex|currency|economy|"
    r"india|china|us|asian?)\b"
)


def pool_of_names(examples):
    names = {e.name for e in examples if e.name and not COMMON.search(e.name) and e.name[0].isupper()}
    return (
        sorted(names | set((data.OWN / "names.txt").read_text().split("\n")) - {""})
        if (data.OWN / "names.txt").exists()
        else sorted(names)
    )


def swapped(example, pool, rng):
    """The example with its target and the text's other targets renamed; unchanged where that is not safe."""
    names = [n for n in (example.name, *example.other_names) if n]
    if not names or not example.mentions or any(COMMON.search(n) for n in names):
        return example
    if any(a != b and a.lower() in b.lower() for a in names for b in names):
        return example
    if any(len(ways) > 1 and any(n.lower() in (w.lower() for w in ways) for n in names) for ways in example.companies):
        return example
    fresh = dict(zip((n.lower() for n in names), rng.sample(pool, len(names)), strict=False))
    pattern = re.compile(
        r"(?<!\w)(?:{})(?!\w)".format("|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))), re.I
    )
    text = pattern.sub(lambda m: fresh[m.group().lower()], example.text)
    name = fresh[example.name.lower()]

    def under_new_names(kept):
        return tuple(fresh.get(n.lower(), n) for n in kept)

    companies = tuple(under_new_names(ways) for ways in example.companies)
    return replace(
        example,
        text=text,
        name=name,
        mentions=data.locate(text, name),
        other_names=under_new_names(example.other_names),
        companies=companies,
    )


def joined(example, partner, rng):
    """The example with a text about another company before or after it, which changes nothing for this one; unchanged
    if one text names the other's company.
    """
    names = [n.lower() for n in (example.name, *example.other_names)]
    theirs = [n.lower() for n in (partner.name, *partner.other_names, *(w for ways in partner.companies for w in ways))]
    if any(n in partner.text.lower() for n in names) or any(n in example.text.lower() for n in theirs):
        return example
    first, second = rng.sample([example, partner], 2)
    text = first.text + rng.choice([" ", ". ", "; ", " | ", " - ", ", while "]) + second.text
    return replace(
        example,
        text=text,
        mentions=data.locate(text, example.name),
        other_names=(*example.other_names, partner.name, *partner.other_names),
        companies=(*example.companies, *partner.companies),
    )


def worn(example, rng):
    """The example as an unlabelled text, with one word in eight left out and one in twenty-five replaced by another
    word of it, keeping names: similar to a text that has been read too often to learn from, but new.
    """
    spans = [span for side in data.marked_spans(example) for span in side]
    words, at = [], 0
    for word in example.text.split(" "):
        words.append((word, data.apart((at, at + len(word)), spans)))
        at += len(word) + 1
    free = [word for word, is_free in words if is_free]
    kept = [
        rng.choice(free) if is_free and rng.random() < 0.04 else word
        for word, is_free in words
        if not is_free or rng.random() >= 0.125
    ]
    text = " ".join(kept) or example.text
    return replace(
        example, text=text, mentions=data.locate(text, example.name) if example.mentions else (), label=data.UNLABELLED
    )


def variant(example, args, pool, rng, partners):
    """One random training view of an example."""
    if example.mentions and len(example.text) < JOINED_CHARS and rng.random() < args.join:
        example = joined(example, rng.choice(partners), rng)
    if example.name and rng.random() < args.swap:
        example = swapped(example, pool, rng)
    elif example.name is None and rng.random() < args.swap:
        ticker = "".join(rng.choice("ABCDEFGHIKLMNOPRSTUVWX") for _ in range(rng.choice([3, 4, 4])))
        example = replace(example, text=data.CASHTAG.sub("$" + ticker, example.text))
    if example.name and rng.random() < args.unmark:
        example = replace(example, mentions=())
    if example.name and rng.random() < args.unmark:
        example = replace(example, companies=(), other_names=())
    return example
