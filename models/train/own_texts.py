"""Writes own/train.jsonl: sentences of our own, made from the phrases below, each with its target and label.

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

POSITIVE = """jumps {p}% after earnings beat|shares surge {p}% on strong guidance|rallies to record high|posts record quarterly profit
raises full-year outlook|wins {m} order|lands {m} contract|profit rises {p}%|Q{q} net profit up {p}% on higher sales|swings to profit
narrows its loss|loss narrows as costs fall|loss shrinks on stronger demand|returns to profit after two years of losses|beats estimates
tops Wall Street expectations|beats on revenue and EPS|hikes dividend by {p}%|announces {m} share buyback|stock climbs on upbeat forecast
gains {p}% as demand picks up|soars on takeover interest|wins approval for its new drug|gets regulatory nod for merger
upgraded on improving margins|debt rating raised to investment grade|outperforms peers|settles lawsuit, lifting a long overhang
reports better-than-feared results|sees revenue growth accelerating|margins expand on lower input costs|expands capacity on strong demand
stock hits 52-week high|extends winning streak to {q} days|rebounds after last week's sell-off|recovers from early losses to end higher
wins patent case|completes cost cuts ahead of plan|cuts debt by {m}|exceeds delivery target|is a top pick for next year|gains market share
operating profit rose to {c}{x2} mn from {c}{x1} mn|net sales increased by {p}% year on year|order backlog grew {p}% from a year earlier
profit doubled to {c}{x2} million|pre-tax profit totalled {c}{x2} mn, up from {c}{x1} mn|sees profit growth of {p}% this year
secures funding for expansion|trades higher after analyst day|shares pop on deal with large cloud customer|subscriber growth tops forecasts
gets relief as court throws out case|shares rise despite weak market|holds up well as market slides|turns around ailing unit
avoids default after lenders agree to extend loans|loses less than expected|cuts losses in half|impairment smaller than feared""".replace(
    "\n", "|"
).split("|")
NEGATIVE = """falls {p}% after earnings miss|shares plunge {p}% on weak guidance|tumbles to record low|posts surprise quarterly loss
cuts full-year outlook|loses {m} order|contract worth {m} cancelled|profit falls {p}%|Q{q} net profit down {p}% on higher costs|swings to a loss
widens its loss|loss widens as costs rise|loss balloons on write-downs|slips into the red|misses estimates
falls short of Wall Street expectations|beats on earnings but shares fall on soft outlook|slashes dividend|suspends share buyback
stock slides on gloomy forecast|drops {p}% as demand weakens|sinks after deal talks collapse|fails to win approval for its new drug
faces antitrust probe|downgraded on shrinking margins|debt rating cut to junk|lags peers|hit with {m} fine
reports worse-than-expected results|sees revenue growth slowing|margins squeezed by input costs|to cut {n} jobs as orders dry up
stock hits 52-week low|extends losing streak to {q} days|gives up early gains|erases gains to end lower|profit warning sends shares down
sued over alleged fraud|recalls {n} vehicles over safety defect|burns through cash|misses delivery target|loses market share
operating profit fell to {c}{x1} mn from {c}{x2} mn|net sales decreased by {p}% year on year|order backlog shrank {p}% from a year earlier
profit halved to {c}{x1} million|pre-tax profit totalled {c}{x1} mn, down from {c}{x2} mn|warns profit will fall {p}% this year
struggles to refinance {m} of debt|trades lower after analyst day|shares slump as chief executive quits abruptly|subscriber losses mount
loses appeal in patent case|shares fall despite strong market|fails to join the rally|shuts loss-making unit and books charge
files for bankruptcy|defaults on bond payment|accounts questioned by auditor|halts production on parts shortage|takes {m} impairment
sheds {p}% as rivals cut prices|growth slows more than feared|raises doubts about going concern|delays launch of key product""".replace(
    "\n", "|"
).split("|")
NEUTRAL = """to report Q{q} results on Thursday|names new chief financial officer|to hold annual meeting in May|appoints two directors to its board
opens office in Singapore|holds conference call at 10 am|shares little changed|trades flat|ends unchanged|maintains its outlook
to present at technology conference|files annual report|sets record date for dividend|board to consider fund raising|in talks with several banks
says it has no comment on report|stock closes flat in thin trade|signs memorandum of understanding|launches new version of its app
moves headquarters to Texas|to change name|transcript of Q{q} earnings call|announces date of quarterly earnings|keeps dividend unchanged
to sell {c}{x1} mn of bonds|raises {c}{x1} mn in share sale to fund spending|to spend {c}{x1} mn on a plant|is based in Helsinki and employs {n} people
will continue to operate the unit under its present name|did not disclose the price|results in line with expectations|profit in line with estimates
reports revenue of {c}{x1} mn for the quarter|reiterated at hold|stock: what to watch this week|options activity in focus|to buy stake in small rival
completes the previously announced transaction|the plant will start up in 2012|provides software and services to banks|owns {p}% of the venture""".replace(
    "\n", "|"
).split("|")
JOINS = [" while ", ", ", "; ", " but ", " as ", ". ", " and ", " even as "]

# {A} positive, {B} negative, {N} neutral companies; {X} a broker, always neutral.
MIXED = """{X} cuts {B} price target, upgrades {A}|{X} upgrades {A}, downgrades {B}|{X} downgrades {B}, lifts {A} to buy|{X} prefers {A} over {B}
{X} raises {A} target, trims {B}|{X} turns bullish on {A}, bearish on {B}|{X} swaps {B} for {A} in model portfolio|{X} sells {B}, buys {A}
Buy {A}, sell {B}: {X}|{X} has buy on {A}, sell on {B}|Long {A}, short {B}|{A} gains as {B} stumbles|{A} takes share from {B}
{B} loses {m} contract to {A}|{A} beats {B} to {m} order|{A} overtakes {B} as most valuable chipmaker|{A} up, {B} down in early trade
{A}, {A2} gain; {B} falls|{B}, {B2} drag index lower, {A} bucks trend|{A} leads gainers, {B} top loser|{A} wins patent fight against {B}
Court orders {B} to pay {A} {m}|{B} recalls cars, {A} benefits|{A} jumps {p}% after {N} offers to buy it|{A} surges on {N} takeover bid
{N} to buy {A} at {p}% premium|{N} agrees to acquire {A} for {m}|{N} drops bid for {B}, shares sink|{B} slides after {N} walks away from deal
{B} falls as {N} sells its stake|{A} rises after {N} discloses stake|{N} invests {m} in {A}|{N} unit of {N2} to supply parts to {A} in {m} deal
{X} upgrades {A} to buy from neutral|{X} cuts {B} to sell|{X} lowers price target on {B}|{X} lifts price target on {A} to {c}{x2}
{X} starts {A} with overweight|{X} starts {B} with underweight|{X} initiates {N} at hold|{X} keeps neutral on {N}|{X} reiterates hold on {N}
{X} removes {B} from conviction list|{X} adds {A} to focus list|{X} slashes {B} estimates after weak quarter|{A} upgraded at {X}|{B} downgraded at {X}
{A} started at buy by {X}|{B} price target cut to {c}{x1} from {c}{x2} at {X}|{A} price target raised to {c}{x2} from {c}{x1} at {X}|{N} price target maintained at {c}{x1} by {X}
{X}: {A} is best idea for the year|{X}: avoid {B}|{X} bullish on {A} despite weak quarter|{X} cautious on {B} after rally|{X} says worst is over for {A}
{X} cuts {B}, {B2} to underperform; raises {A}|Upgrades: {A}, {A2}; downgrades: {B}, {B2}|{X} upgrades {A}, keeps hold on {N}|{X} downgrades {B}, maintains neutral on {N}
{X} cuts {B} target, keeps {N} at neutral|{X} trims {B} price target but upgrades rival {A}|{X} hikes {A} price target and cuts {B}
Analysts cut {B} targets, raise {A}|{B} target slashed, {A} upgraded: {X}|{X} moves {A} up to outperform and {B} down to underperform
{A} beats but {B} misses|{A} tops estimates; {B} disappoints|{A} profit up {p}%, {B} profit down {p2}%|{B} warns on sales, {N} to report tomorrow
Supplier {B} plunges after {N} changes vendor|{A} hires former {N} executive and stock pops|{B} hit as {N} cuts orders|{A} lifted by {N} order worth {m}
Not {B} but {A} is the one to own now|Forget {B}, {A} is where the growth is|I sold all my {B} and bought {A}|Rotating out of {B} into {A}
{A} >>> {B}|{A} calls printing, {B} puts printing|Loading up on {A}, dumping {B}|{B} is the next to fall, {A} will be fine|{A} is what {B} wishes it was
{N} and {N2} to merge ops|{N} executive joins {N2}|{N}, {N2} sign supply pact|{N} in focus ahead of {N2} results|{N} names {N2} veteran as CFO
{A} shares rise, {N} flat|{B} shares fall, {N} flat|{N} steady while {A} rallies|{N} unchanged while {B} sinks|Unlike {B}, {A} raised its guidance
{B}'s loss is {A}'s gain|{A} poaches star trader from {B}|{A} wins where {B} failed|{B} trails {A} in EV race|{A} snatches lead from {B} in cloud
Investors flee {B} for {A}|{X} sees upside in {A}, downside in {B}|Fund manager trims {B}, adds {A}|{N} holder dumps {B} stake""".replace(
    "\n", "|"
).split("|")

FORUM = {
    "positive": """${T} to the moon 🚀🚀🚀|{T} calls printing tomorrow|Just bought more ${T}, diamond hands 💎🙌|All in on {T}, not selling|{T} squeeze is on, shorts are toast
loading up on {T} leaps|bought the dip on {T}|{T} gonna rip next week|so bullish on {T} right now|{T} tendies incoming|{T} is criminally undervalued
YOLO'd my savings into {T} calls 🚀|{T} gang where you at, green all day 📈|short sellers getting wrecked on {T}|sold my {T} puts, this thing only goes up
{T} breaking out, next stop {x2}|I like the stock. {T}|{T} earnings were insane, holy growth|closed my {T} short, bears are done|{T} looking strong above support
hold the line {T} apes 🦍|{T} is a no brainer under {x2}|averaging up on {T}|who else is long {T} 🐂|{T} ripping faces off today 🔥""",
    "negative": """{T} puts printing 📉|{T} is a dumpster fire|bagholding {T} and it keeps bleeding|sold all my {T}, done with this garbage 💩|{T} going to zero
{T} drilling again, rip my calls|lost it all on {T} 😭|buying {T} puts at open|{T} is so overvalued it hurts|{T} rug pull incoming 🚨|stay away from {T}, dead money
{T} ceo is a clown 🤡|shorting {T} here, chart looks awful|{T} tanked my portfolio|I regret buying {T}|{T} guidance was trash|{T} bulls in denial 🐻
theta ate my {T} calls alive|{T} broke support, look out below|{T} dilution again, unbelievable|anyone else red on {T}? 🔴|{T} is a falling knife 🔪
cut my losses on {T}, never again|{T} is the next blockbuster, and not in a good way|sold {T} calls at a 90% loss|great, another red day for {T}, just what I needed""",
    "neutral": """what does everyone think of {T}?|{T} earnings after the bell|daily thread: {T}, options, and weekend plans|can someone explain why {T} trades at this multiple
when does {T} report?|is {T} a buy or a sell here?|{T} options chain for Friday|what's the difference between {T} shares and calls|{T} DD thread, read before posting
new here, how do I buy {T}|thoughts on {T} 🤔|watching {T} 👀|{T} implied volatility before earnings|anyone know the {T} float?|{T} split date?|holding a straddle on {T}
selling covered calls on {T}, flat either way|mods please pin the {T} thread|{T} went sideways all week""",
}
FORUM_TEXTS = {k: v.replace("\n", "|").split("|") for k, v in FORUM.items()}

# Statements without a company, of the kind found in reports and market notes.
MARKET = {
    "positive": """Stocks end higher as inflation cools|Consumer confidence rises to {q}-month high|Operating margin improved to {p}% from {p0}%
The company expects net sales to grow by {p}% this year|Earnings per share rose to {c}{x2} from {c}{x1}|Orders received increased {p}% in the third quarter
The deal will strengthen our position in the Baltic market, the company said|Efficiency measures are bringing savings as planned|Demand was strong in all regions
Profit before taxes amounted to {c}{x2} mn, up {p}% year on year|The loss was smaller than a year ago|Unemployment falls to lowest in a decade
Futures point to strong open|Turnover grew to {c}{x2} mn from {c}{x1} mn|The agreement is worth about {c}{x1} million to the supplier""",
    "negative": """Stocks end lower as yields jump|Consumer confidence drops to {q}-month low|Operating margin weakened to {p0}% from {p}%
The company expects net sales to decline by {p}% this year|Earnings per share fell to {c}{x1} from {c}{x2}|Orders received decreased {p}% in the third quarter
The group will lay off {n} workers|Cost inflation ate into profits|Demand was weak in all regions|Market share fell to {p0} per cent
Profit before taxes amounted to {c}{x1} mn, down {p}% year on year|The loss was larger than a year ago|Jobless claims climb more than expected
Futures point to weak open|Turnover shrank to {c}{x1} mn from {c}{x2} mn|The company has decided to close the factory""",
    "neutral": """Markets closed on Monday for holiday|The annual general meeting will be held on March {p0}|The new plant will have a capacity of {n} tonnes
The financial details were not disclosed|The company operates in {q} countries|Shares will be traded ex-dividend from Tuesday|The building has {n} square metres
The contract period is five years|The value of the order was not disclosed|The company has {n} employees|Central bank to announce decision on Wednesday
The number of shares after the increase is {n}|The product is sold in Europe and Asia|The chairman has served since 2004|Stocks mixed in quiet trade""",
}
MARKET_TEXTS = {k: v.replace("\n", "|").split("|") for k, v in MARKET.items()}


# Sentences as company reports and wire stories write them; {T} is the company, "it" and "the company" the same one.
REPORT = {
    "positive": """{T}'s operating profit totalled {c}{x2} mn, up from {c}{x1} mn a year earlier|Operating profit of {T} rose to {c}{x2} mn from {c}{x1} mn in the corresponding period
{T} said net sales grew by {p} percent to {c}{x2} mn|{T} reported a profit of {c}{x1} mn compared with a loss of {c}{x2} mn a year before|{T}'s pre-tax loss narrowed to {c}{x1} mn from {c}{x2} mn
{T} cut its operating loss to {c}{x1} million from {c}{x2} million|{T} has won an order worth {c}{x1} mn from a Norwegian utility|{T} will deliver {n} machines to a mining company under a new contract
{T} and a German carmaker have signed a long-term supply agreement worth {c}{x1} million|{T} was selected as the sole supplier for the project|{T} is expanding its plant to meet growing demand
{T}'s market share rose to {p} per cent|{T}'s order book stood at {c}{x2} mn, compared with {c}{x1} mn|The acquisition will considerably increase {T}'s sales and operating profit|{T} expects its result to improve clearly from last year
{T}'s EPS of {c}{x1} beats by {c}0.0{q}, beats on revenue|{T} posts Q{q} beat, boosts guidance|{T} +{p}% premarket after results|{T} shares up {p}% after results|{T} nabs approval for lung drug|{T} launches {m} buyback
{T} gets a buy rating and a Street-high target|{T} PT raised to {c}{x2}|The fears of a recall at {T} turned out to be unfounded|Court clears {T} of all charges|{T} no longer faces the threat of delisting|{T} denies it is in trouble and shares recover
{T} puts expire worthless as shares rise|{T} bears are wrong again|{T} did not cut its dividend as many had feared|{T}: the rally has further to run|{T} customers are spending more each quarter|{T} is hiring again after record orders""",
    "negative": """{T}'s operating profit totalled {c}{x1} mn, down from {c}{x2} mn a year earlier|Operating profit of {T} fell to {c}{x1} mn from {c}{x2} mn in the corresponding period
{T} said net sales dropped by {p} percent to {c}{x1} mn|{T} reported a loss of {c}{x1} mn compared with a profit of {c}{x2} mn a year before|{T}'s pre-tax loss widened to {c}{x2} mn from {c}{x1} mn
{T}'s operating loss grew to {c}{x2} million from {c}{x1} million|{T} has lost an order worth {c}{x1} mn to a rival|{T} will temporarily lay off {n} employees as orders weaken|{T} to close its plant in the north, {n} jobs to go
{T} starts personnel negotiations to cut {n} jobs|{T} was fined {m} for price fixing|{T} is delaying its new plant because of weak demand|{T}'s market share fell to {p} per cent|{T}'s order book shrank to {c}{x1} mn from {c}{x2} mn
{T} expects its result to be clearly weaker than last year|{T} issued a profit warning|{T}'s EPS of {c}{x1} misses by {c}0.0{q}, misses on revenue|{T} posts Q{q} miss, lowers guidance|{T} -{p}% premarket after results|{T} shares down {p}% after results
{T} gets a sell rating|{T} PT cut to {c}{x1}|{T} drug trial fails|Hopes of a bid for {T} proved unfounded|Court rejects {T}'s appeal|{T} is no longer expected to meet its targets|{T} denies wrongdoing but the selloff continues|Prosecutors open inquiry into {T}
{T} calls expire worthless as shares drop|{T} bulls are wrong again|{T} did not raise its dividend as many had hoped|{T}: the rally has run too far|{T} customers are leaving for cheaper rivals|{T} freezes hiring after weak orders|Short seller targets {T} in new report""",
    "neutral": """{T}'s share capital amounts to {c}{x1} mn|{T} has {n} employees in {q} countries|{T} will publish its interim report on April {p0}|The value of the order to {T} was not disclosed|{T} said the transaction is expected to close in the {q} quarter
{T} and a local partner will set up a joint company|{T} will move its head office to new premises|{T} appointed a new member of the management board|{T} declares quarterly dividend of {c}0.{p0}|{T} files for mixed shelf offering|{T} to acquire a small software firm
{T} acquires a distributor in Spain|{T}'s chief executive to speak at conference|{T} Q{q} earnings call transcript|{T} offers {c}{x1} mn of senior notes|{T} sues former supplier|{T} asked shareholders to approve the new board|{T} workers vote on contract
{T} options traders brace for earnings|{T} and its union agree to talk|A former {T} manager joins the ministry|{T}'s new phone goes on sale next week|{T} said it will review the report|{T}'s plant makes parts for elevators|How {T} became what it is|{T} holds investor day
{T}'s price target unchanged at {c}{x1}|{T} EPS in line, revenue in line|{T} shares were halted pending news|What to expect from {T} this quarter|{T} sells office building to a pension fund|{T} will convert its B shares|{T} renews credit facility of {c}{x1} mn""",
}
REPORT_TEXTS = {k: v.replace("\n", "|").split("|") for k, v in REPORT.items()}
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
