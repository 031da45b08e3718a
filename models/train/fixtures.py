"""Writes the parity fixture for the TypeScript tests: texts of our own, plain and fuzzed, with the token ids that
training sees.

`python fixtures.py` after a change to text_input.py or the tokenizer.
"""

import json
import random
from pathlib import Path

import data
import text_input as ti

ROOT = Path(__file__).parent.parent.parent
OUT = ROOT / "test" / "core" / "sentiment" / "fixtures" / "model-inputs.json"
WRITTEN = [
    "Goldman cuts Tesla price target, upgrades Ford",
    "[CLS] [SEP] [PAD] [MASK] [UNK] [unused0] [unused1]",
    "[SEP]",
    "Tesla[SEP]Ford [MASK]ed",
    "TESLA's Q3: EPS $1.05 vs. $0.95 est. (+10.5%)",
    "Read https://example.com/a?b=c#d now http://x.y",
    "https://example.com/only-an-address",
    "caf\u00e9 cafe\u0301 na\u00efve \u00c5ngstr\u00f6m \u0130stanbul stra\u00dfe \ufb01nance",
    "\uff34\uff25\uff33\uff2c\uff21 \U0001d5e7\U0001d5f2\U0001d600\U0001d5f9\U0001d5ee \u2460 \u00bd \u2122 \u2026",
    "zero\u200bwidth soft\u00adhyphen bom\ufeff rtl\u202emark\u202c join\u200d\u2060er",
    "tabs\tand\nlines\r\nand\u00a0nbsp\u2003em\u3000ideographic\x0bvt\x1cfs\x85nel",
    (
        "\U0001f680\U0001f680 GME to the moon \U0001f48e\U0001f64c\U0001f3fd \u2764\ufe0f "
        "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    ),
    (
        "\u6771\u4eac\u8a3c\u5238 \ud55c\uad6d \u0928\u092e\u0938\u094d\u0924\u0947 \u0627\u0644\u0633\u0648\u0642 "
        "\u0ba8\u0bbf"
    ),
    "a" * 130 + " end",
    "x\u0000y\u0007z \u007f \ufffd \ue000",
    "AT&amp;T &lt;b&gt; S&P500 it's don't U.S. 3-for-1 $BRK.B #earnings @desk",
    "\u1100\u1161\u11a8 \u0344 \u2126 \u212b \u01c5",
    "-- ... !!! ??? $$$ %%% ~~~ ``` ^^^ |||",
    "1,234,567.89 -0.5% \u20ac5bn \u00a33m \u20b9200 crore \u00a5900",
    "unbelievableoutperformancenesslessly",
]
NAMES = ["Tesla", "Ford", "GME", "AT&T", "S&P500", "BRK.B", "caf\u00e9", "\u6771\u4eac", "C++ Group (NV)", "Nokia"]
ALPHABETS = [
    [chr(c) for c in range(32, 127)],
    [chr(c) for c in range(0xA0, 0x250)],
    [chr(c) for c in range(0x300, 0x370)],
    [chr(c) for c in range(0x370, 0x530)],
    [chr(c) for c in range(0x590, 0x600)],
    [chr(c) for c in range(0x620, 0x700)],
    [chr(c) for c in range(0x900, 0x980)],
    [chr(c) for c in range(0x2000, 0x2070)],
    [chr(c) for c in range(0x20A0, 0x20C0)],
    [chr(c) for c in range(0x2100, 0x2400)],
    [chr(c) for c in range(0x2500, 0x27C0)],
    [chr(c) for c in range(0x3000, 0x3100)],
    [chr(c) for c in range(0x4E00, 0x4F00)],
    [chr(c) for c in range(0xAC00, 0xAC80)],
    [chr(c) for c in range(0xF900, 0xFA00)],
    [chr(c) for c in range(0xFE00, 0xFE10)],
    [chr(c) for c in range(0xFF00, 0xFFEF)],
    [chr(c) for c in range(0x1D400, 0x1D480)],
    [chr(c) for c in range(0x1F300, 0x1F650)],
    [chr(c) for c in range(0, 32)],
    [chr(c) for c in range(0x1F900, 0x1FA00)],
]
WORDS = (
    "shares rise fall beats misses [SEP] [MASK] profit $TSLA Tesla Ford's upgrade 12.5% "
    "\U0001f680 \u2014 Q4 loss-making https://t.example/x ##ing [unused0]"
).split()


def fuzzed(rng):
    parts = []
    for _ in range(rng.randint(1, 9)):
        if rng.random() < 0.45:
            parts.append(rng.choice(WORDS))
        else:
            alphabet = rng.choice(ALPHABETS)
            parts.append("".join(rng.choice(alphabet) for _ in range(rng.randint(1, 8))))
        parts.append(rng.choice([" ", " ", "", "  ", "\u00a0"]))
    return "".join(parts)


def main():
    rng = random.Random(5)
    builder = ti.InputBuilder(ROOT / "models" / "sentiment-5.5" / "tokenizer.json")
    texts = WRITTEN + [fuzzed(rng) for _ in range(420)]
    filler = "The quarter brought higher costs and steady orders in most regions. "
    texts += [
        filler * 8 + "Tesla fell sharply. " + filler * 20,
        filler * 25 + "Nokia rose",
        "Nokia rose. " + filler * 25,
        filler * 26,
    ]
    cases = []
    for raw in texts:
        text, _ = ti.normalise(raw)
        if not text:
            cases.append({"raw": raw, "text": ""})
            continue
        name = rng.choice(NAMES)
        for n in NAMES:
            if ti.find_mentions(text, [n]):
                name = n
        mentions = ti.find_mentions(text, [name])
        others = [
            s
            for s in ti.find_mentions(text, [n for n in NAMES if n != name] + ["profit", "orders"])
            if data.apart(s, mentions)
        ]

        # Use words like "profit" as companies, so that most texts have some.
        def units(i, text=text):
            return len(text[:i].encode("utf-16-le")) // 2

        plain, _ = builder.build(text)
        ids, types = builder.build(text, name, mentions, others)

        def in_units(spans):
            return [[units(a), units(b)] for a, b in spans]

        cases.append(
            {
                "raw": raw,
                "text": text,
                "plain": plain,
                "name": name,
                "mentions": in_units(mentions),
                "others": in_units(others),
                "ids": ids,
                "second": types.count(1),
            }
        )
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
    print(
        len(cases),
        "cases,",
        sum(bool(c.get("mentions")) for c in cases),
        "with mentions,",
        sum(bool(c.get("others")) for c in cases),
        "with others,",
        OUT.stat().st_size,
        "bytes",
    )


if __name__ == "__main__":
    main()
