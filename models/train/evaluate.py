"""Measures a model on every labelled set of a datasets folder: `python evaluate.py --data DATASETS [--fp32
RUN/model.onnx]`.

For use between training runs. The figures in the model card come from `npm run eval`, which goes the product's own way.
Sets trained on: their test part only (see data.split_of). Sets never trained on: every row. Own challenge sentences:
all. int8 is the shipped model; with --fp32 both are measured and compared.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import data
import metrics
from exported_model import ExportedModel

MODELS = Path(__file__).parent.parent


def evaluation_sets(folder):
    sets = {}
    for name in data.TRAIN_SETS:
        sets[name] = [e for e in data.load(folder, name) if data.split_of(e.text) == "test"]
    sets = {"sentfin": sets["sentfin"], "sentfin, conflicting labels": data.conflicting(sets["sentfin"]), **sets}
    for name in data.OTHER_SETS:
        if (Path(folder) / name).exists():
            sets[name + " (never trained on)"] = data.load(folder, name)
    sets["own challenge sentences"] = data.load_own("challenge.jsonl")
    return {k: v for k, v in sets.items() if v}


def rounded(values):
    return {k: v if isinstance(v, int) else round(v, 4) for k, v in values.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--fp32")
    parser.add_argument("--show-errors", action="store_true", help="own challenge sentences judged wrongly")
    parser.add_argument("--skip", default="", help="leave out sets whose name holds this")
    args = parser.parse_args()
    manifest = json.loads((MODELS / "manifest.json").read_text())
    int8 = ExportedModel(MODELS / manifest["files"]["model"]["path"], 2)
    fp32 = ExportedModel(args.fp32, 2) if args.fp32 else None
    rule, temperature = manifest["thresholds"], manifest["temperature"]
    same, total = 0, 0
    for name, examples in evaluation_sets(args.data).items():
        if args.skip and args.skip in name:
            continue
        labels = np.array([e.label for e in examples])
        logits = int8.logits(examples)
        entry = {"int8": rounded(metrics.summary(logits, labels, temperature, rule))}
        # Sets without neutral rows say which way, not whether: accuracy over positive against negative alone.
        if 1 not in labels:
            entry["int8"]["direction_accuracy"] = round(
                float(np.mean((logits[:, 2] > logits[:, 0]) == (labels == 2))), 4
            )
        guesses = metrics.label_of(metrics.softmax(logits, temperature), rule)
        if fp32:
            other = fp32.logits(examples)
            entry["fp32"] = rounded(metrics.summary(other, labels, temperature, rule))
            agree = metrics.label_of(metrics.softmax(other, temperature), rule) == guesses
            entry["same_labels"] = round(float(agree.mean()), 4)
            same, total = same + int(agree.sum()), total + len(agree)
        print(name, json.dumps(entry), flush=True)
        if args.show_errors and name.startswith("own"):
            for e, g, _z in zip(examples, guesses, logits, strict=False):
                if g != e.label:
                    print("   wrong:", e.text, "|", e.name, "| should be", data.LABELS[e.label], "| is", data.LABELS[g])
    if fp32:
        print(f"same labels fp32/int8: {same}/{total} = {same / total:.4f}")


if __name__ == "__main__":
    main()
