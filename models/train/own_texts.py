"""Writes own/train.jsonl: sentences of our own, made from the phrases in own/texts, each with its target and label.

Company names are drawn at random from own/names.txt, so no name carries a sentiment. `python own_texts.py`; same output
every time.
"""

import json
import random
from pathlib import Path

OWN = Path(__file__).parent / "own"
NAMES = (OWN / "names.txt").read_text().split("\n")
NAMES = [n for n in NAMES if n]
BROKERS = (
    "Goldman,Goldman Sachs,Morgan Stanley,JPMorgan,JP Morgan,Citi,Citigroup,UBS,Barclays,Jefferies,Deutsche "
    "Bank,HSBC,Nomura,CLSA,Macquarie,"
    "Wedbush,Piper Sandler,Bernstein,Evercore,Wells Fargo,BofA,RBC,Stifel,Oppenheimer,Raymond "
    "James,Cowen,Needham,KeyBanc,BMO,"
    "Credit Suisse,Mizuho,Truist,Loop Capital,Berenberg,Exane,Kepler,Motilal Oswal,Edelweiss,ICICI "
    "Securities,Argus,Baird"
).split(",")
CURRENCIES = ["$", "EUR ", "Rs ", "GBP ", "USD "]
LABELS = ("positive", "negative", "neutral")


def phrases(name):
    """The phrases of own/texts/NAME.txt, several to a line with `|` between them."""
    text = (OWN / "texts" / f"{name}.txt").read_text(encoding="utf8")
    return text.rstrip("\n").replace("\n", "|").split("|")


POSITIVE = phrases("positive")
NEGATIVE = phrases("negative")
NEUTRAL = phrases("neutral")
JOINS = [" while ", ", ", "; ", " but ", " as ", ". ", " and ", " even as "]

# {A} positive, {B} negative, {N} neutral companies; {X} a broker, always neutral.
MIXED = phrases("mixed")

FORUM_TEXTS = {label: phrases(f"forum-{label}") for label in LABELS}

# Statements without a company, of the kind found in reports and market notes.
MARKET_TEXTS = {label: phrases(f"market-{label}") for label in LABELS}


# Sentences as company reports and wire stories write them; {T} is the company, "it" and "the company" the same one.
REPORT_TEXTS = {label: phrases(f"report-{label}") for label in LABELS}
BYSTANDER = [
    " Rival {N} also operates in the region.",
    " {N} was not involved.",
    " {N} declined to comment.",
    " {N} will report next week.",
    ", a {N} note said",
    ", according to {N}",
]


def numbers(rng):
    low = rng.uniform(1, 400)
    p = rng.choice([rng.randint(1, 40), round(rng.uniform(0.5, 30), 1)])
    return {
        "p": p,
        "p0": max(1, int(p * 0.6)),
        "p2": rng.randint(2, 60),
        "q": rng.randint(1, 4),
        "n": rng.choice([120, 400, 1500, 3000, 12000]),
        "m": rng.choice(["${} million", "${}m", "${} bn", "Rs {} crore", "EUR {} mn", "${}B"]).format(
            rng.randint(2, 900)
        ),
        "c": rng.choice(CURRENCIES),
        "x1": round(low, 1),
        "x2": round(low * rng.uniform(1.05, 2.2), 1),
    }


def row(text, target, label, others=()):
    return {"text": text, "target": target, "label": label, "others": [o for o in others if o != target]}


def mixed(template, rng):
    slots = {s: n for s, n in zip(("A", "A2", "B", "B2", "N", "N2"), rng.sample(NAMES, 6), strict=False)}
    slots["X"] = rng.choice(BROKERS)
    text = template.format(**slots, **numbers(rng))
    labels = {"A": "positive", "B": "negative", "N": "neutral", "X": "neutral"}
    used = [s for s in slots if f"{{{s}}}" in template]
    return [row(text, slots[s], labels[s[0]], [slots[u] for u in used]) for s in used]


def joined(rng):
    """Two or three clauses about different companies."""
    pools = {"positive": POSITIVE, "negative": NEGATIVE, "neutral": NEUTRAL}
    labels = rng.sample(list(pools), 2) if rng.random() < 0.8 else [rng.choice(list(pools))] * 2
    names = rng.sample(NAMES, len(labels))
    clauses = [f"{n} {rng.choice(pools[k]).format(**numbers(rng))}" for n, k in zip(names, labels, strict=False)]
    text = rng.choice(JOINS).join(clauses)
    return [row(text, n, k, names) for n, k in zip(names, labels, strict=False)]


def single(rng, label, pool):
    name = rng.choice(NAMES)
    clause = rng.choice(pool).format(**numbers(rng))
    text = rng.choice(
        [
            f"{name} {clause}",
            f"{name} {clause}",
            f"{name}: {clause}",
            f"{name}'s {clause}"
            if clause.split()[0] in ("profit", "loss", "stock", "shares", "margins", "Q1")
            else f"{name} {clause}",
        ]
    )
    if rng.random() < 0.25:
        analyst = rng.choice(BROKERS)
        return [
            row(f"{text}: {analyst}", name, label, [analyst]),
            row(f"{text}: {analyst}", analyst, "neutral", [name]),
        ]
    return [row(text, name, label)] + ([row(text, None, label)] if rng.random() < 0.5 else [])


def report(template, label, rng):
    """A report sentence, sometimes with another company, as a target row and sometimes as a plain text; half of the
    plain ones without the name.
    """
    name, other = rng.sample(NAMES, 2)
    text = template.format(T=name, **numbers(rng))
    rows = []
    if rng.random() < 0.3:
        text += rng.choice(BYSTANDER).format(N=other)
        rows.append(row(text, other, "neutral", [name]))
    elif rng.random() < 0.6:
        plain = text if rng.random() < 0.5 else text.replace(name, rng.choice(["The company", "The group"]), 1)
        rows.append(row(plain, None, label))
    return [*rows, row(text, name, label, [other] if rows else [])]


def main():
    rng = random.Random(20261121)
    rows = []
    for template in MIXED:
        for _ in range(14):
            rows += mixed(template, rng)
    for _ in range(900):
        rows += joined(rng)
    for label, pool in (("positive", POSITIVE), ("negative", NEGATIVE), ("neutral", NEUTRAL)):
        for _ in range(400):
            rows += single(rng, label, pool)
    for label, pool in REPORT_TEXTS.items():
        for template in pool:
            for _ in range(9):
                rows += report(template, label, rng)
    for label, pool in FORUM_TEXTS.items():
        for template in pool:
            for _ in range(6):
                ticker = rng.choice(
                    [
                        "GME",
                        "AMC",
                        "TSLA",
                        "NVDA",
                        "PLTR",
                        "SPY",
                        "AAPL",
                        "BB",
                        "NOK",
                        "AMD",
                        "SOFI",
                        "HOOD",
                        "COIN",
                        "RIVN",
                        "MSFT",
                        "META",
                        "F",
                        "GE",
                        "Tesla",
                        "Nvidia",
                        "Palantir",
                        "GameStop",
                        "BTC",
                        "DOGE",
                        "ETH",
                    ]
                )
                text = template.format(T=ticker, **numbers(rng))
                rows += [row(text, ticker, label)] + ([row(text, None, label)] if rng.random() < 0.4 else [])
    for label, pool in MARKET_TEXTS.items():
        for template in pool:
            for _ in range(6):
                rows.append(row(template.format(**numbers(rng)), None, label))
    challenge = {json.loads(line)["text"].lower() for line in (OWN / "challenge.jsonl").open(encoding="utf8")}
    seen, kept = set(), []
    for r in rows:
        key = (r["text"], r["target"])
        if key not in seen and r["text"].lower() not in challenge:
            seen.add(key)
            kept.append(r)
    with (OWN / "train.jsonl").open("w", encoding="utf8") as out:
        for r in kept:
            out.write(json.dumps({k: v for k, v in r.items() if v != []}, ensure_ascii=False) + "\n")
    print(len(kept), "rows")


if __name__ == "__main__":
    main()
