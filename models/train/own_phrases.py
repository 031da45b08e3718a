"""Writes own/train-phrases.jsonl: labelled sentences of our own from own/phrases/*.txt and from the grammar of figures
in own/texts/figures-*.txt.

`python own_phrases.py`; same output every time. The head of own/phrases/posts.txt explains the form of a line.
Sentences that repeat a case of the behaviour suite (test/behaviour) or of own/challenge.jsonl in the same words are
left out, so that these measure wording that was not trained on.
"""

import json
import random
import re
from pathlib import Path

import text_input as ti

OWN = Path(__file__).parent / "own"
BEHAVIOUR = Path(__file__).parent.parent.parent / "test" / "behaviour" / "cases.jsonl"
POSTS = ("posts", "slang")
LABELS = {"+": "positive", "-": "negative", "0": "neutral"}
NAMES = [n for n in (OWN / "names.txt").read_text().split("\n") if n]
TICKERS = (
    "GME AMC TSLA NVDA PLTR SPY AAPL BB NOK AMD SOFI HOOD COIN RIVN MSFT META AMZN NFLX F GE BA DIS NIO SQ PYPL "
    "ROKU ZM UBER LYFT SNAP PINS SHOP INTC MU "
    "QQQ BABA JD PFE MRNA BYND PTON WMT TGT COST XOM CVX CCL AAL DAL UAL T VZ BAC JPM C WFC GS SBUX NKE LULU CRM "
    "ORCL ADBE SNOW NET DDOG CRWD TLRY SNDL "
    "SPCE FCEL PLUG WKHS NKLA LCID MARA RIOT MVIS CLOV WISH TWTR DKNG PENN IWM TLT GLD XLF"
).split()
COINS = "BTC ETH DOGE SOL XRP ADA LINK AVAX SHIB LTC DOT MATIC bitcoin ethereum dogecoin solana $BTC $ETH $DOGE".split()
BROKERS = (
    "Goldman,Goldman Sachs,Morgan Stanley,JPMorgan,Citi,UBS,Barclays,Jefferies,Deutsche "
    "Bank,HSBC,Nomura,CLSA,Macquarie,Wedbush,Piper Sandler,Bernstein,"
    "Evercore,Wells Fargo,BofA,RBC,Stifel,Oppenheimer,Raymond "
    "James,Needham,KeyBanc,BMO,Mizuho,Truist,Berenberg,Kepler,Baird"
).split(",")
PLACES = (
    "Finland,Sweden,Norway,Poland,Estonia,Russia,India,China,Brazil,Texas,Ohio,Germany,Spain,Italy,Vietnam,Mexico,"
    "Canada,Kenya,Turkey,Hamburg,Tallinn,Gdansk,Chennai,"
    "Shenzhen,Lyon,Leeds,Osaka,Perth,Monterrey,Oulu,Bergen,Porto,Riga,the Baltic countries,North America,the "
    "Nordic region,Asia,Latin America"
).split(",")
GOODS = (
    "elevators,forest machines,mobile networks,paper machines,packaging board,insulin pumps,batteries,payment "
    "software,steel plates,tyres,cruise ships,"
    "data centres,wind turbines,sensors,hearing aids,school furniture,bakery products,dairy "
    "products,fertilisers,engines,office chairs,game consoles,cranes,"
    "pharmaceuticals,cement,solar panels,accounting software,test equipment,clothing,magazines,trams,power "
    "plants,mining equipment,chip tools,broadband,coffee"
).split(",")
MONTHS = "January,February,March,April,May,June,July,August,September,October,November,December".split(",")
DAYS = "monday,tuesday,wednesday,thursday,friday,next week,tomorrow,12 May,3 August,the 15th".split(",")
CURRENCIES = ["$", "EUR", "EUR ", "Rs ", "GBP ", "USD ", "SEK ", "\u20ac", "\u00a3"]


def values(rng):
    low = rng.choice([rng.uniform(1, 20), rng.uniform(10, 400), rng.uniform(100, 900)])
    price = rng.choice([rng.randint(3, 60), rng.randint(20, 400), rng.randint(100, 3000)])
    p = rng.choice([rng.randint(2, 40), round(rng.uniform(0.5, 30), 1)])
    return {
        "p": p,
        "p0": max(1, int(p * 0.6)),
        "k": rng.randint(2, 9),
        "n": rng.choice(["45", "120", "380", "1,500", "3,000", "12 000", "26,500", "900"]),
        "c": rng.choice(CURRENCIES),
        "x1": round(low, rng.choice([0, 1, 1, 2])),
        "x2": round(low * rng.uniform(1.08, 2.4), 1),
        "lo": price,
        "hi": int(price * rng.uniform(1.1, 2)) + 1,
        "day": rng.choice(DAYS),
        "exp": rng.choice(["6/18", "1/21", "friday", "next month", "09/17", "january", "0dte"]),
        "mon": rng.choice(MONTHS),
        "Y": rng.randint(1998, 2027),
        "P": rng.choice(PLACES),
        "G": rng.choice(GOODS),
    }


def choose(template, rng):
    """Replaces every innermost [a|b] by one of its parts; `[|x]` may give nothing."""
    while (new := re.sub(r"\[([^\[\]]*)\]", lambda m: rng.choice(m[1].split("|")), template)) != template:
        template = new
    return re.sub(r" +([,.!?]|$)", r"\1", re.sub(r" +", " ", template)).strip()


def in_posts(rng):
    ticker = rng.choice(TICKERS)
    shown = rng.choice(["$" + ticker] * 5 + [ticker] * 3 + [ticker.lower(), rng.choice(NAMES)])
    return shown, shown.lstrip("$")


def in_reports(rng):
    name = rng.choice(NAMES)
    return name, name


def written(line, kind, rng):
    """Rows of one random expansion of a phrase line."""
    labels, template = line.split(" :: ", 1)
    labels = {part[0]: LABELS[part[1]] for part in labels.split()}
    maker = in_posts if kind in POSTS else in_reports
    slots, keys, used = {}, {}, set()
    for slot in "TUVW":
        while True:
            shown, key = maker(rng)
            if key.lower() not in used:
                break
        used.add(key.lower())
        slots[slot], keys[slot] = shown, key
    slots["X"] = keys["X"] = rng.choice(BROKERS)
    slots["C"] = rng.choice(COINS)
    if "{C}" in template:
        slots["T"] = slots["C"]
        keys["T"] = slots["C"].lstrip("$")
    text = choose(template, rng).format(**slots, **values(rng))
    if kind in POSTS:
        style = rng.random()
        # Shouting, careless endings and addresses, as in posts; targets with lower-case names keep their form.
        if style < 0.08 and "T" in labels:
            text = text.upper()
        elif style < 0.3:
            text += rng.choice(
                ["!", "!!!", "...", " lol", " imo", " \U0001f602", " https://t.co/abc", " #stocks", " fr", "."]
            )
        elif style < 0.4:
            text = text[0].upper() + text[1:]
    else:
        text = text[0].upper() + text[1:]
        if rng.random() < 0.5 and not text.endswith("."):
            text += rng.choice([".", " ."])
    rows = [
        row(text, keys[s], label, [keys[o] for o in labels if o not in (s, "*")])
        for s, label in labels.items()
        if s != "*"
    ]
    if "*" in labels:
        rows.append(row(text, None, labels["*"]))
    elif set(labels) == {"T"} and rng.random() < (0.25 if kind in POSTS else 0.6):
        plain = text
        if kind not in POSTS and rng.random() < 0.3:
            plain = anonymous(
                text, slots["T"], rng.choice(["the company", "the group", "the bank", "the Finnish company", "it"])
            )
        rows.append(row(plain, None, labels["T"]))
    # A company that the text only mentions gets no opinion.
    if kind not in POSTS and set(labels) == {"T"} and rng.random() < 0.12:
        other = rng.choice([n for n in NAMES if n not in text])
        more = text.rstrip(" .") + rng.choice(
            [
                ". {} had no comment",
                ", {} reported",
                ". {} is due to report next week",
                " (photo: {})",
                ". {} is a competitor",
            ]
        ).format(other)
        rows += [row(more, other, "neutral", [keys["T"]]), row(more, keys["T"], labels["T"], [other])]
    return rows


def anonymous(text, name, other):
    text = text.replace(name, other)
    return text[0].upper() + text[1:]


def row(text, target, label, others=()):
    return {"text": text, "target": target, "label": label, "others": list(others)}


GOOD = (
    "operating profit|net profit|pre-tax profit|profit before taxes|EBIT|EBITDA|net "
    "sales|sales|turnover|revenue|earnings per share|EPS|net interest income|order intake|"
    "orders received|order backlog|cash flow from operations|gross profit|comparable operating profit|profit for "
    "the period|fee income|deliveries|passenger numbers|"
    "cargo volume|subscriptions|return on equity|operating margin|same-store sales|advertising sales|market "
    "share|dividend"
).split("|")
BAD = (
    "net loss|operating loss|loss before taxes|loss for the period|credit losses|net debt|costs|churn|the loan "
    "loss provision|personnel expenses|scrap rate"
).split("|")
FIGURES = {
    direction: (OWN / "texts" / f"figures-{direction}.txt").read_text(encoding="utf8").rstrip("\n").split("\n")
    for direction in ("up", "down", "same")
}


def figures(rng):
    direction = rng.choice(["up", "up", "down", "down", "same"])
    good = rng.random() < 0.72
    metric, name = rng.choice(GOOD if good else BAD), rng.choice(NAMES)
    v = values(rng)
    unit = rng.choice([" mn", " million", "m", "mln", " bn", " crore"])
    money = (
        (lambda x: f"{v['c']}{x}{unit}")
        if metric not in ("market share", "operating margin", "return on equity", "churn", "scrap rate")
        else (lambda x: f"{x}%")
    )
    if metric in ("passenger numbers", "deliveries", "cargo volume", "subscriptions"):

        def money(x):
            return f"{int(x * 37):,}"

    if metric in ("EPS", "earnings per share", "dividend"):

        def money(x):
            return f"{v['c']}{round(x / 100, 2)}"

    text = choose(rng.choice(FIGURES[direction]), rng).format(
        T=name,
        M=metric,
        A=money(v["x1"]),
        B=money(v["x2"]),
        q=rng.randint(1, 4),
        **{k: v[k] for k in ("p", "Y", "mon", "day")},
    )
    label = "neutral" if direction == "same" else "positive" if (direction == "up") == good else "negative"
    text = text[0].upper() + text[1:] + rng.choice(["", "", ".", " ."])
    rows = [row(text, name, label)]
    if rng.random() < 0.7:
        rows.append(row(anonymous(text, name, rng.choice(["the company", "the group", name, name])), None, label))
    return rows


STOP = set(
    "a an the of to in on at by for from with and or but as is are was were be it its this that than then so i my "
    "me you your we our they he she has have had "
    "do does did not no will would can t s re ll m up down all just more most over under after before out off into if "
    "what when who how why which".split()
)


def words_of(text, names=()):
    """The content words of a text: lower case, without names, numbers and the most frequent words; emoji count as
    words.
    """
    text = ti.normalise(text)[0].lower()
    for name in sorted((n for n in names if n), key=len, reverse=True):
        text = text.replace(name.lower().lstrip("$"), " ")
    return {w for w in re.findall(r"[^\W\d_]+|[^\x00-\x7f]", text) if w not in STOP}


def cases_kept_apart():
    """Content words of every text of the behaviour suite and of the challenge sentences."""
    texts = [(r["text"], [r["target"]]) for r in map(json.loads, (OWN / "challenge.jsonl").open(encoding="utf8"))]
    for case in map(json.loads, BEHAVIOUR.open(encoding="utf8")):
        for text in [case["text"], *case.get("same", []), *case.get("more", []), *case.get("less", [])]:
            texts.append((text.replace("{T}", " "), [case.get("target"), *case.get("names", [])]))

    def capitals(text):
        return re.findall(r"(?<=[\s$])[A-Z][\w&']+", text) if not text.isupper() else []

    cases = [words_of(text, [*names, *capitals(text)]) for text, names in texts]
    return [c for c in {frozenset(c) for c in cases} if c]


def too_near(words, cases):
    """Whether a sentence is too close to a case: it contains half of the case's content words, and at least two (or all
    of a shorter case).
    """
    return any(len(words & case) >= max(min(2, len(case)), len(case) / 2) for case in cases)


def main():
    rng = random.Random(20261122)
    cases, seen, rows, refused = cases_kept_apart(), set(), [], 0
    drawings = {"posts": 9, "reports": 14, "markets": 10, "headlines": 28, "slang": 24}
    made = [
        r
        for kind, times in drawings.items()
        for line in (OWN / "phrases" / f"{kind}.txt").read_text().split("\n")
        if line and not line.startswith("#")
        for _ in range(times)
        for r in written(line, kind, rng)
    ]
    made += [r for _ in range(1300) for r in figures(rng)]
    for r in made:
        key = (r["text"], r["target"])
        if key in seen:
            continue
        seen.add(key)
        if too_near(words_of(r["text"], [r["target"], *r["others"]]), cases):
            refused += 1
            continue
        rows.append(r)
    with (OWN / "train-phrases.jsonl").open("w", encoding="utf8") as out:
        for r in rows:
            out.write(json.dumps({k: v for k, v in r.items() if v != []}, ensure_ascii=False) + "\n")
    texts = len({r["text"] for r in rows})
    print(len(rows), "rows,", texts, "texts,", refused, "too near to a case kept apart")


if __name__ == "__main__":
    main()
