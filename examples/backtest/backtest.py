"""The backtest of this folder in Python: asks a service for the panels, and computes the same numbers with pandas.

    export SENTIMENT_KEY=...
    python3 backtest.py --url http://127.0.0.1:8080/news/stocks/v1 --prices prices.csv --from 2026-03-01 --to 2026-05-31

The key is that of a professional account. README.md says what each number means.
"""

import argparse
import json
import math
import os
import sys
from urllib.parse import urlencode

import numpy as np
import pandas as pd

FIELDS = "buzz_score,sentiment_score,mentions,coverage,revision"
HORIZONS = [1, 2, 5, 10, 20]
HELD_DAYS = 5
LEAST_RANKED, LEAST_SPLIT, QUINTILES = 5, 10, 5
EVENT_Z, BEFORE_DAYS, LEAST_BEFORE, LEAST_DEVIATION = 3, 20, 10, 1
QUIET_DAYS, EVENT_FROM, EVENT_TO = 5, -5, 10
SHUFFLES = 200
LEAST_T = 2


def read_panel(url, key, assets, first, last, as_of=None):
    """A panel as rows; as it was known at the end of a day, where `as_of` names one."""
    query = {"from": first, "to": last, "assets": ",".join(assets), "fields": FIELDS, "format": "csv"}
    if as_of is not None:
        query["as_of"] = as_of
    address = f"{url}/export/panel?{urlencode(query)}"
    return pd.read_csv(address, storage_options={"X-API-Key": key}, keep_default_na=False, na_values=[""])


def mean_of(values):
    return None if len(values) == 0 else float(np.mean(values))


def mean_over_days(values, horizon=1):
    """Mean of a daily series, with the t-value of Newey and West (1987), since returns over several days overlap."""
    values = np.asarray(values, dtype=float)
    n = len(values)
    if n < 2:
        return {"mean": mean_of(values), "t": None, "n": n}
    mean = values.mean()
    errors = values - mean
    variance = errors @ errors / n
    for lag in range(1, min(horizon, n)):
        variance += 2 * (1 - lag / horizon) * (errors[lag:] @ errors[:-lag]) / n
    t = mean / math.sqrt(variance / n) if variance > 1e-18 else None
    return {"mean": float(mean), "t": None if t is None else float(t), "n": n}


def ranks(values):
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[inverse]


def rank_correlation(a, b):
    """Spearman's rank correlation; None where either side does not vary."""
    x, y = ranks(a) - (len(a) + 1) / 2, ranks(b) - (len(b) + 1) / 2
    xx, yy = x @ x, y @ y
    return x @ y / math.sqrt(xx * yy) if xx > 0 and yy > 0 else None


def seeded(seed):
    """The numbers of mulberry32, as the other script draws them."""
    state = seed & 0xFFFFFFFF

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        mixed ^= (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & 0xFFFFFFFF)) & 0xFFFFFFFF
        return (mixed ^ (mixed >> 14)) / 4294967296

    return draw


def shuffled(count, draw):
    order = list(range(count))
    for at in range(count - 1, 0, -1):
        other = math.floor(draw() * (at + 1))
        order[at], order[other] = order[other], order[at]
    return order


def panel_facts(known, hindsight):
    both = hindsight.merge(known, on=["date", "ticker"], suffixes=("", "_then"))
    both = both[(both.mentions.fillna(0) > 0) | (both.mentions_then.fillna(0) > 0)]

    def differs(now, then):
        return (now != then) & ~(now.isna() & then.isna())

    revised = differs(both.mentions, both.mentions_then) | differs(both.sentiment_score, both.sentiment_score_then)
    days = hindsight.drop_duplicates("date", keep="last")
    return {
        "rows": len(hindsight),
        "spoken": int((hindsight.mentions.fillna(0) > 0).sum()),
        "mean_coverage": mean_of(days.coverage.dropna()),
        "partly_seen_days": int((days.coverage.fillna(0) < 0.95).sum()),
        "revised_rows": int(revised.sum()),
        "revised_share": None if len(both) == 0 else float(revised.sum() / len(both)),
        "mean_sentiment_change": mean_of((both.sentiment_score - both.sentiment_score_then).abs().dropna()),
        "revised_days": int((days.revision > 0).sum()),
    }


def fifths(signals):
    ordered = sorted(signals, key=lambda one: (one[1], one[0]))
    groups = [[] for _ in range(QUINTILES)]
    for at, (ticker, _) in enumerate(ordered):
        groups[QUINTILES * at // len(ordered)].append(ticker)
    return groups


def evaluation(rows, closes):
    trading = list(closes.index)
    place = {day: at for at, day in enumerate(trading)}
    # Bought at the first close after the day is over: what is known at its end cannot be traded at its own close.
    forward = {h: (closes.shift(-1 - h) / closes.shift(-1) - 1) for h in HORIZONS}
    spoken = rows[rows.date.isin(place) & rows.sentiment_score.notna() & (rows.mentions.fillna(0) >= 1)]
    days = [
        (day, list(zip(own.ticker, own.sentiment_score, strict=True)))
        for day, own in sorted(spoken.groupby("date"), key=lambda one: one[0])
    ]
    earned = {h: {day: frame.dropna().to_dict() for day, frame in table.iterrows()} for h, table in forward.items()}

    def correlations(horizon, order=None):
        found = []
        for at, (_, signals) in enumerate(days):
            returns = earned[horizon][days[at if order is None else order[at]][0]]
            pairs = [(signal, returns[ticker]) for ticker, signal in signals if ticker in returns]
            if len(pairs) >= LEAST_RANKED:
                left, right = zip(*pairs, strict=True)
                correlation = rank_correlation(left, right)
                if correlation is not None:
                    found.append(correlation)
        return found

    held = mean_over_days(correlations(HELD_DAYS), HELD_DAYS)
    draw, as_far = seeded(1), 0
    if held["mean"] is not None:
        for _ in range(SHUFFLES):
            mean = mean_of(correlations(HELD_DAYS, shuffled(len(days), draw)))
            as_far += mean is not None and abs(mean) >= abs(held["mean"])
    means, spreads, top, bottom, before = [[] for _ in range(QUINTILES)], [], [], [], None
    for day, signals in days:
        if len(signals) < LEAST_SPLIT:
            continue
        groups = fifths(signals)
        if before is not None:
            for changed, at in ((bottom, 0), (top, QUINTILES - 1)):
                changed.append(len(set(groups[at]) - set(before[at])) / len(groups[at]))
        before = groups
        returns = earned[HELD_DAYS][day]
        of = [mean_of([returns[ticker] for ticker in group if ticker in returns]) for group in groups]
        for own, value in zip(means, of, strict=True):
            if value is not None:
                own.append(value)
        if of[0] is not None and of[-1] is not None:
            spreads.append(of[-1] - of[0])
    return {
        "rank_correlation": {str(h): mean_over_days(correlations(h), h) for h in HORIZONS},
        "quintiles": {"means": [mean_of(own) for own in means], "spread": mean_over_days(spreads, HELD_DAYS)},
        "turnover": {"top": mean_of(top), "bottom": mean_of(bottom)},
        "events": event_study(rows, closes),
        "placebo": {
            "share": None if held["mean"] is None else (1 + as_far) / (1 + SHUFFLES),
            "shuffles": SHUFFLES,
        },
    }


def event_study(rows, closes):
    returns = closes / closes.shift(1) - 1
    abnormal = returns.sub(returns.mean(axis=1), axis=0)
    trading = list(closes.index)
    paths = []
    for ticker, own in sorted(rows.groupby("ticker"), key=lambda one: one[0]):
        own = own.sort_values("date")
        buzz, quiet_until = own.buzz_score.to_numpy(dtype=float), -1
        for at, (day, value) in enumerate(zip(own.date, buzz, strict=True)):
            before = buzz[max(0, at - BEFORE_DAYS) : at]
            before = before[~np.isnan(before)]
            if math.isnan(value) or at <= quiet_until or len(before) < LEAST_BEFORE:
                continue
            if (value - before.mean()) / max(before.std(), LEAST_DEVIATION) < EVENT_Z:
                continue
            quiet_until = at + QUIET_DAYS
            first = next((nth for nth, date in enumerate(trading) if date >= day), None)
            if ticker not in abnormal or first is None or first + EVENT_FROM < 1 or first + EVENT_TO >= len(trading):
                continue
            path = abnormal[ticker].to_numpy()[first + EVENT_FROM : first + EVENT_TO + 1]
            if not np.isnan(path).any():
                paths.append(path)
    cumulative = np.cumsum(np.mean(paths, axis=0)) if paths else []
    return {
        "count": len(paths),
        "path": [{"day": at + EVENT_FROM, "cumulative": float(value)} for at, value in enumerate(cumulative)],
        "after": mean_over_days([path[1 - EVENT_FROM :].sum() for path in paths]),
    }


def verdict(mean):
    if mean["t"] is None:
        return f"no result: {mean['n']} observations are too few, or do not vary"
    return f"t {mean['t']:.2f}" if abs(mean["t"]) >= LEAST_T else f"no evidence (t {mean['t']:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True, help="address of the namespace")
    parser.add_argument("--prices", required=True, help="CSV file with date, ticker and close")
    parser.add_argument("--from", dest="first", required=True)
    parser.add_argument("--to", dest="last", required=True)
    parser.add_argument("--output", help="file for the numbers, as JSON")
    wanted = parser.parse_args()
    key = os.environ.get("SENTIMENT_KEY")
    if key is None:
        sys.exit("SENTIMENT_KEY must hold the key of a professional account")

    prices = pd.read_csv(wanted.prices, dtype={"ticker": str}, keep_default_na=False, na_values={"close": [""]})
    closes = prices.pivot(index="date", columns="ticker", values="close").sort_index()
    assets = sorted(closes.columns)
    hindsight = read_panel(wanted.url, key, assets, wanted.first, wanted.last)
    # A day as it was known when it was over: one question for each.
    days = [str(day.date()) for day in pd.date_range(wanted.first, wanted.last)]
    known = pd.concat([read_panel(wanted.url, key, assets, day, day, as_of=day) for day in days], ignore_index=True)

    results = {
        "panel": panel_facts(known, hindsight),
        "known": evaluation(known, closes),
        "hindsight": evaluation(hindsight, closes),
    }
    print(json.dumps(results["panel"], indent=2))
    for name in ("known", "hindsight"):
        print(f"\n{name}")
        for horizon, mean in results[name]["rank_correlation"].items():
            print(f"  rank correlation, {horizon:>2} days: {mean['mean']}, {verdict(mean)}")
        print(f"  fifths: {results[name]['quintiles']['means']}, {verdict(results[name]['quintiles']['spread'])}")
        print(f"  turnover: {results[name]['turnover']}")
        print(f"  {results[name]['events']['count']} events, {verdict(results[name]['events']['after'])}")
        print(f"  placebo: {results[name]['placebo']['share']}")
    if wanted.output is not None:
        with open(wanted.output, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()
