"""How far the seed moves the figures: `python seeds.py --data DATASETS --companies FILE --run RUN [--run RUN …]`.

Each run's own weights, fp32 and before any averaging, on the test parts and on the sets never trained on, under the
shipped temperature and label rule: mean, lowest and highest. The figures of the model card are those of the averaged,
quantised model, by `npm run eval`.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import data
import metrics
import text_input as ti
from batching import TOKENIZER, logits_of
from evaluate import MODELS, evaluation_sets
from model import trained_model


def figures(logits, labels, manifest):
    """Accuracy, macro F1 and calibration error; direction of the score on rows with a direction; accuracy with neutral
    as half wrong there.
    """
    summary = metrics.summary(logits, labels, manifest["temperature"], manifest["thresholds"])
    probabilities = metrics.softmax(logits, manifest["temperature"])
    guesses, score = metrics.label_of(probabilities, manifest["thresholds"]), probabilities[:, 2] - probabilities[:, 0]
    directed = labels != data.LABELS.index("neutral")
    right, neutral = guesses[directed] == labels[directed], guesses[directed] == data.LABELS.index("neutral")
    return {
        "accuracy": summary["accuracy"],
        "macro F1": summary["macro_f1"],
        "calibration error": summary["ece"],
        "direction": float(np.mean((score[directed] > 0) == (labels[directed] == data.LABELS.index("positive")))),
        "neutral half wrong": float(np.mean(right + 0.5 * neutral)),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--companies", required=True)
    parser.add_argument("--run", action="append", required=True)
    args = parser.parse_args()
    data.read_companies(args.companies)
    manifest = json.loads((MODELS / "manifest.json").read_text())
    builder = ti.InputBuilder(TOKENIZER)
    models = [trained_model(Path(run)) for run in args.run]
    for name, examples in evaluation_sets(args.data).items():
        labels = np.array([e.label for e in examples])
        of_runs = [figures(logits_of(model, builder, examples), labels, manifest) for model in models]
        columns = {k: [f[k] for f in of_runs] for k in of_runs[0]}
        print(
            name,
            len(labels),
            {k: f"{np.mean(v):.3f} ({min(v):.3f} to {max(v):.3f})" for k, v in columns.items()},
            flush=True,
        )


if __name__ == "__main__":
    main()
