"""Writes the digests that hold the TypeScript text handling to this one over 20,000 generated strings.

Both sides make the same strings from test/core/sentiment/fixtures/fuzz-recipe.json with the same small generator,
prepare them and build the model's input; the digests of blocks of them are compared. `python fuzz.py [--dump FILE]`
after a change to text_input.py, the tokenizer or the recipe. --dump writes every line that is digested, to find a
difference.
"""

import argparse
import hashlib
import json
from pathlib import Path

import data
import text_input as ti

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "test" / "core" / "sentiment" / "fixtures"


class Generator:
    """mulberry32: 32-bit integers from a seed, the same in every language."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state + 0x6D2B79F5) & 0xFFFFFFFF
        t = self.state
        t = ((t ^ (t >> 15)) * (t | 1)) & 0xFFFFFFFF
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & 0xFFFFFFFF)) & 0xFFFFFFFF
        return (t ^ (t >> 14)) % count


def generated(recipe, rng):
    """(raw text, target name, another name) of the next string."""
    names, parts = recipe["names"], []
    name = names[rng.below(len(names))]
    other = names[rng.below(len(names))]
    long = rng.below(100) == 0
    for _ in range(150 + rng.below(150) if long else 1 + rng.below(9)):
        kind = rng.below(20)
        if kind < 3:
            parts.append(name)
        elif kind < 5:
            parts.append(other)
        elif kind < 11:
            parts.append(recipe["words"][rng.below(len(recipe["words"]))])
        else:
            first, last = recipe["ranges"][rng.below(len(recipe["ranges"]))]
            for _ in range(1 + rng.below(8)):
                parts.append(chr(first + rng.below(last - first + 1)))
        parts.append(recipe["gaps"][rng.below(len(recipe["gaps"]))])
    return "".join(parts)[: recipe["longest"]], name, other


def bare(name):
    name = ti.normalise(name)[0]
    return name[1:] if name.startswith("$") and len(name) > 1 else name


def line_of(builder, raw, name, other):
    text, _ = ti.normalise(raw)
    if not text:
        return "empty"
    target = ti.normalise(name)[0]
    mentions = ti.find_mentions(text, [bare(name)])
    others = [s for s in ti.find_mentions(text, [bare(other)]) if data.apart(s, mentions)]

    def units(i):
        return len(text[:i].encode("utf-16-le")) // 2

    plain, _ = builder.build(text)
    ids, types = builder.build(text, target, mentions, others)
    parts = [text, plain, [u for a, b in mentions for u in (units(a), units(b))], ids, [types.count(1)]]
    return "\t".join(p if isinstance(p, str) else " ".join(map(str, p)) for p in parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump")
    args = parser.parse_args()
    recipe = json.loads((FOLDER / "fuzz-recipe.json").read_text())
    builder = ti.InputBuilder(ROOT / "models" / "sentiment-5.5" / "tokenizer.json")
    rng, blocks, lines, found, beside = Generator(recipe["seed"]), [], [], 0, 0
    for _ in range(recipe["strings"] // recipe["block"]):
        block = [line_of(builder, *generated(recipe, rng)) for _ in range(recipe["block"])]
        found += sum(line != "empty" and line.split("\t")[2] != "" for line in block)
        beside += sum(line != "empty" and str(ti.OTHER_START) in line.split("\t")[3].split() for line in block)
        blocks.append(hashlib.sha256("\n".join(block).encode()).hexdigest()[:16])
        lines += block
    (FOLDER / "fuzz-digests.json").write_text(
        json.dumps({"blocks": blocks, "withMentions": found, "withOthers": beside}, indent=0) + "\n"
    )
    if args.dump:
        Path(args.dump).write_text("\n".join(lines))
    print(len(lines), "strings,", found, "with a mention,", beside, "with another company,", len(blocks), "digests")


if __name__ == "__main__":
    main()
