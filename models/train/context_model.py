"""Fits the context model of linking: `python context_model.py --sites FILE [--write]`.

FILE is what context_sites.mjs writes. A logistic regression over facts of a spelling's surroundings, trained on our own
texts with doubtful names and the developed half of the labelled texts of linking; the held-out half is only measured.
Prints how well it does by part, and with --write writes data/linking/context-model.json.
"""

import argparse
import collections
import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

TARGET = Path(__file__).parent.parent.parent / "data" / "linking" / "context-model.json"
LEAST_SEEN = 3
PENALTY = 2.0
# A developed text is worth so many of those that were written to be hard: it shows how rare a company is behind a word.
WEIGHT_OF = {"doubtful names": 1.0, "written": 0.5, "developed": 3.0, "held_out": 0.0}


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.open(encoding="utf8")]


def matrix_of(sites: list[dict], column_of: dict[str, int]) -> csr_matrix:
    rows = [sorted({column_of[fact] for fact in site["facts"] if fact in column_of}) for site in sites]
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.fromiter((c for row in rows for c in row), dtype=np.int64, count=starts[-1])
    return csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(sites), len(column_of)))


def fitted(x: csr_matrix, y: np.ndarray, weights: np.ndarray, penalty: float) -> tuple[np.ndarray, float]:
    """Weights and bias of the regression with a squared penalty on the weights."""

    def loss(parameters):
        own, bias = parameters[:-1], parameters[-1]
        margin = x @ own + bias
        value = np.sum(weights * (np.logaddexp(0, margin) - y * margin)) + penalty / 2 * own @ own
        slope = weights * (1 / (1 + np.exp(-margin)) - y)
        return value, np.append(x.T @ slope + penalty * own, slope.sum())

    found = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return found[:-1], found[-1]


def known_facts(sites: list[dict]) -> dict[str, int]:
    seen = collections.Counter(fact for site in sites for fact in set(site["facts"]))
    return {fact: at for at, fact in enumerate(sorted(f for f, n in seen.items() if n >= LEAST_SEEN))}


def figures(probability: np.ndarray, y: np.ndarray) -> str:
    sure = [f"{at:.2f}: {np.sum(y[probability >= at])}/{np.sum(probability >= at)}" for at in (0.5, 0.7, 0.8, 0.9)]
    doubt = [f"{at:.2f}: {np.sum(y[probability < at])}/{np.sum(probability < at)}" for at in (0.02, 0.05, 0.1, 0.2)]
    return f"right of {len(y)}, of these {int(y.sum())} companies; at least {', '.join(sure)}; below {', '.join(doubt)}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sites", required=True)
    parser.add_argument(
        "--accept", type=float, default=0.9, help="in posts about stocks, the only style in which it pays"
    )
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    sites = read(Path(args.sites))
    weights = np.array([WEIGHT_OF[site["from"]] for site in sites])
    trained = [site for site, weight in zip(sites, weights, strict=True) if weight > 0]
    column_of = known_facts(trained)
    x, y = matrix_of(sites, column_of), np.array([float(site["label"]) for site in sites])
    is_trained = weights > 0
    # By tenths, so that each part is judged by a model that has not read it.
    probability = np.zeros(len(sites))
    folds = np.random.default_rng(1).integers(0, 10, len(sites))
    for fold in range(10):
        rest = is_trained & (folds != fold)
        own, bias = fitted(x[rest], y[rest], weights[rest], PENALTY)
        probability[folds == fold] = 1 / (1 + np.exp(-(x[folds == fold] @ own + bias)))
    own, bias = fitted(x[is_trained], y[is_trained], weights[is_trained], PENALTY)
    whole = 1 / (1 + np.exp(-(x @ own + bias)))
    for part in WEIGHT_OF:
        chosen = np.array([site["from"] == part for site in sites])
        score = whole if part == "held_out" else probability
        print(part, figures(score[chosen], y[chosen]))
    loss = -np.mean(np.log(np.where(y == 1, probability, 1 - probability))[is_trained])
    print(f"{len(column_of)} facts; log loss by tenths {loss:.4f}")
    if args.write:
        kept = {fact: round(float(own[at]), 3) for fact, at in column_of.items() if abs(own[at]) >= 0.02}
        model = {"accept": {"informal": args.accept}, "bias": round(float(bias), 3), "weights": kept}
        TARGET.write_text(json.dumps(model, ensure_ascii=False, indent=0) + "\n", encoding="utf8")
        print(f"{len(kept)} weights written")


if __name__ == "__main__":
    main()
