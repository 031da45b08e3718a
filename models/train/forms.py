"""Compares ways of telling the encoder which company is meant: `python forms.py --data DATASETS --companies FILE
[--epochs 2] [--seeds 1 2] [--forms NAME …]`.

Every form is trained on the same target rows (train part of sentfin and finentity) from the same encoder and seeds, and
measured on their dev part. Prints one line a form; the table is kept in EXPERIMENTS.md.
"""

import argparse
import json
import random
import time

import torch
import torch.nn.functional as F

import data
import metrics
import text_input as ti
from batching import TOKENIZER, batches
from model import base_model, collate, pinned_encoder

BASE = pinned_encoder()


def masked(builder, example):
    """The text's ids with each mention replaced by one token: one for the target, one for other companies."""
    mentions, others = data.marked_spans(example)
    body, cursor = [], 0
    for start, end, token in sorted([(*s, ti.MARK_START) for s in mentions] + [(*s, ti.OTHER_START) for s in others]):
        body += [*builder.ids(example.text[cursor:start]), token]
        cursor = end
    return (body + builder.ids(example.text[cursor:]))[: ti.MAX_TOKENS - 32]


def encode(form, builder, e):
    if form == "sentence pair":
        return builder.build(e.text, e.name, ())
    if form == "masked":
        return builder._finish(masked(builder, e), None)
    if form in ("markers, [CLS] alone", "markers, span pooling"):
        return builder.build(e.text, e.name, e.mentions, pair=False)
    if form == "markers, span pooling, pair":
        return builder.build(e.text, e.name, e.mentions)
    return data.input_of(builder, e)


FORMS = [
    "sentence pair",
    "masked",
    "markers, [CLS] alone",
    "markers, span pooling",
    "markers, span pooling, pair",
    "markers on others too, span pooling, pair",
]


class FirstTokenOnly(torch.nn.Module):
    """The model with a head that sees only [CLS], in all three inputs."""

    def __init__(self, model):
        super().__init__()
        self.inner = model

    def forward(self, ids, mask, types):
        state = self.inner.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state[:, 0]
        return self.inner.out(
            self.inner.dropout(torch.tanh(self.inner.dense(self.inner.dropout(torch.cat([state] * 3, -1)))))
        )


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
    optimiser = torch.optim.AdamW(
        [{"params": head, "lr": 5e-4}, {"params": body, "lr": 1e-4}], weight_decay=0.01, fused=True
    )
    total, step = args.epochs * len(batches(encoded, args.tokens, random.Random(0))), 0
    for _ in range(args.epochs):
        model.train()
        for batch in batches(encoded, args.tokens, rng):
            for group, rate in zip(optimiser.param_groups, (5e-4, 1e-4), strict=False):
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
            logits = torch.cat([model(*collate(inputs[at : at + 64])) for at in range(0, len(inputs), 64)])
            out[name] = metrics.summary(logits.numpy(), [e.label for e in rows])["accuracy"]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--companies", required=True, help="as for train.py")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--tokens", type=int, default=1536)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=FORMS)
    args = parser.parse_args()
    torch.set_num_threads(2)
    data.read_companies(args.companies)
    rows = {n: data.load(args.data, n) for n in ("sentfin", "finentity")}
    train = [e for r in rows.values() for e in r if data.split_of(e.text) == "train"]
    dev = {n: [e for e in r if data.split_of(e.text) == "dev"] for n, r in rows.items()}
    dev["conflicting"] = data.conflicting(dev["sentfin"])
    for seed in args.seeds:
        for form in args.forms:
            began = time.time()
            print(
                json.dumps(
                    {
                        "form": form,
                        "seed": seed,
                        **{n: round(v, 4) for n, v in run(form, seed, train, dev, args).items()},
                        "seconds": round(time.time() - began),
                    }
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
