"""Text to token ids: normalisation, mention search, truncation, special tokens.

The TypeScript code in packages/core/src/sentiment does exactly the same; the parity fixture written by fixtures.py
holds both to it. Offsets here are Python code-point offsets.
"""

import json
import re
import unicodedata
from pathlib import Path

import regex
from tokenizers import Tokenizer

CLS, SEP, PAD = 101, 102, 0
MARK_START, MARK_END, OTHER_START, OTHER_END = 1, 2, 3, 4  # [unused0] to [unused3] of the BERT vocabulary
MAX_TOKENS = 192
MAX_NAME_TOKENS = 24
MAX_MENTIONS = 8
MAX_OTHERS = 8
ADDRESS = re.compile(r"[hH][tT][tT][pP][sS]?://[!-~]+")
TICKER = re.compile(r"[A-Z0-9.-]{1,5}")
# White space is listed here, because Python and JavaScript disagree on a few characters.
SPACES = set("\t\n\x0b\x0c\r \x85\u2028\u2029") | {"\x1c", "\x1d", "\x1e", "\x1f"}

# Words for common market emoji that the vocabulary lacks. Stored in tokenizer.json as Replace steps, so TypeScript
# needs no copy.
EMOJI_WORDS = {
    "\U0001f680": "rocket",
    "\U0001f319": "moon",
    "\U0001f315": "moon",
    "\U0001f48e": "diamond",
    "\U0001f64c": "hands",
    "\U0001f450": "hands",
    "\U0001f4c8": "chart rising",
    "\U0001f4c9": "chart falling",
    "\U0001f402": "bull",
    "\U0001f403": "bull",
    "\U0001f43b": "bear",
    "\U0001f4b0": "money",
    "\U0001f911": "money",
    "\U0001f4b8": "money flying away",
    "\U0001f525": "fire",
    "\U0001f4a9": "garbage",
    "\U0001f921": "clown",
    "\U0001f480": "dead",
    "\u2620": "dead",
    "\U0001faa6": "grave",
    "\U0001f62d": "crying",
    "\U0001f622": "sad",
    "\U0001f621": "angry",
    "\U0001f620": "angry",
    "\U0001f92c": "angry",
    "\U0001f602": "laughing",
    "\U0001f923": "laughing",
    "\U0001f606": "laughing",
    "\U0001f600": "happy",
    "\U0001f603": "happy",
    "\U0001f604": "happy",
    "\U0001f60a": "happy",
    "\U0001f60d": "love",
    "\U0001f970": "love",
    "\u2764": "love",
    "\U0001f389": "celebrate",
    "\U0001f973": "celebrate",
    "\U0001f37e": "celebrate",
    "\U0001f44d": "thumbs up",
    "\U0001f44e": "thumbs down",
    "\U0001f4aa": "strong",
    "\U0001f44f": "applause",
    "\U0001f440": "watching",
    "\U0001f914": "thinking",
    "\U0001f631": "scared",
    "\U0001f628": "scared",
    "\U0001f630": "worried",
    "\U0001f629": "weary",
    "\U0001f644": "annoyed",
    "\U0001f6a8": "warning",
    "\u26a0": "warning",
    "\U0001f4a5": "explosion",
    "\U0001f4a3": "bomb",
    "\U0001f98d": "ape",
    "\U0001f9a7": "ape",
    "\U0001f9fb": "paper",
    "\U0001f4a8": "wind",
    "\U0001f53b": "down",
    "\U0001f53c": "up",
    "\u2b06": "up",
    "\u2b07": "down",
    "\U0001f7e2": "green",
    "\U0001f534": "red",
    "\U0001f7e9": "green",
    "\U0001f7e5": "red",
    "\u2705": "yes",
    "\u274c": "no",
    "\U0001f3af": "target",
    "\U0001f52a": "knife",
    "\U0001f52b": "gun",
    "\U0001f3b0": "gambling",
    "\U0001f9f8": "bear",
    "\U0001f4b5": "money",
    "\U0001f60e": "cool",
}


def normalise(text):
    """(normalised text, raw offset of each of its characters): drops addresses, folds each code point by NFKC, drops
    control and unassigned format characters, collapses white space, trims. Keeps addresses if nothing else is left.
    """
    keep = [True] * len(text)
    for match in ADDRESS.finditer(text):
        for index in range(match.start(), match.end()):
            keep[index] = False
    result = _collapse(text, keep)
    return result if result[0] else _collapse(text, [True] * len(text))


def _collapse(text, keep):
    out: list[str] = []
    offsets: list = []
    for index, raw in enumerate(text):
        # A dropped address leaves a space, to keep the words around it apart.
        piece = " " if not keep[index] else raw if raw < "\x7f" else unicodedata.normalize("NFKC", raw)
        for char in piece:
            if char in SPACES or unicodedata.category(char) == "Zs":
                if out and out[-1] != " ":
                    out.append(" ")
                    offsets.append(index)
            elif unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co"):
                out.append(char)
                offsets.append(index)
    if out and out[-1] == " ":
        out.pop()
        offsets.pop()
    return "".join(out), offsets


def find_mentions(text, names):
    """Sorted, disjoint (start, end) spans of the names in a normalised text: whole words in any case, with a `$` before
    them, longer names first. Short all-capital names ("IT", "NOW") count only in capitals or after a `$`, unless
    nothing is found that way.
    """
    known = sorted({n for n in names if n}, key=lambda n: (-len(n.encode("utf-16-le")), n.encode("utf-16-be")))
    if not known:
        return []
    pattern = regex.compile(
        r"(?<![\p{{L}}\p{{N}}_])\$?(?:{})(?![\p{{L}}\p{{N}}_])".format(
            "|".join(regex.escape(n, special_only=True) for n in known)
        ),
        regex.I | regex.V0,
    )
    found = [m.span() for m in pattern.finditer(text)]
    strict = [
        (a, b)
        for a, b in found
        if text[a] == "$"
        or any(text[a:b] == n if TICKER.fullmatch(n) else text[a:b].lower() == n.lower() for n in known)
    ]
    return strict or found


class InputBuilder:
    def __init__(self, tokenizer_path):
        self.tokenizer = Tokenizer.from_file(str(tokenizer_path))

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids if text else []

    def build(self, text, name=None, mentions=(), others=(), pair=True, max_tokens=MAX_TOKENS):
        """(ids, token_type_ids) for a normalised text. Without `name`: plain form. With mentions: each is marked, and
        the first one's surface is the second segment. Without mentions: the name is the second segment. `others`, the
        spans of other companies (sorted, disjoint from the mentions and each other), have their own markers in both
        cases.
        """
        if name is None:
            return self._finish(self.ids(text)[: max_tokens - 2], None)
        mentions = list(mentions)[:MAX_MENTIONS]
        surface = text[mentions[0][0] : mentions[0][1]] if mentions else name
        name_ids = self.ids(surface)[:MAX_NAME_TOKENS] if pair or not mentions else None
        budget = max_tokens - 2 - (0 if name_ids is None else len(name_ids) + 1)
        body, first_start, first_end, cursor = [], None, None, 0
        spans = sorted(
            [(*s, MARK_START, MARK_END) for s in mentions]
            + [(*s, OTHER_START, OTHER_END) for s in list(others)[:MAX_OTHERS]]
        )
        for start, end, opening, closing in spans:
            body += self.ids(text[cursor:start])
            if opening == MARK_START and first_start is None:
                first_start = len(body)
            body += [opening, *self.ids(text[start:end]), closing]
            if opening == MARK_START and first_end is None:
                first_end = len(body)
            cursor = end
        body += self.ids(text[cursor:])
        if len(body) > budget:
            start = 0
            if first_end is not None and first_end > budget:
                # Keep a third of the room before the mention, if the text is long enough.
                start = min(first_start - (budget // 3), len(body) - budget)
                if first_end - start > budget:
                    start = first_start
            body = body[start : start + budget]
        return self._finish(body, name_ids)

    def _finish(self, body, name_ids):
        first = [CLS, *body, SEP]
        if name_ids is None:
            return first, [0] * len(first)
        return first + [*name_ids, SEP], [0] * len(first) + [1] * (len(name_ids) + 1)


def write_tokenizer(source, target):
    """The base tokenizer without added tokens (so a literal "[SEP]" in a text is three ordinary tokens), without
    truncation and padding, and with emoji replaced by words.
    """
    data = json.loads(Path(source).read_text())
    data["added_tokens"] = []
    data["truncation"] = data["padding"] = data["post_processor"] = None
    steps = [{"type": "Replace", "pattern": {"String": k}, "content": f" {v} "} for k, v in EMOJI_WORDS.items()]
    data["normalizer"] = {"type": "Sequence", "normalizers": [*steps, data["normalizer"]]}
    Path(target).write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
