"""Fine-tunes the encoder. `python train.py --data DATASETS --out RUN_FOLDER`; keeps the epoch (plain or averaged
weights) best on dev."""

import argparse
import json
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
import torch.nn.functional as F

import data
import metrics
import text_input as ti
from batching import TOKENIZER, batches, logits_of, taught
from model import base_model, base_of, collate, pinned_encoder, trained_model
from training_examples import training_examples
from training_options import training_options
from views import JOINED_CHARS, pool_of_names, variant

NEUTRAL = data.LABELS.index("neutral")


def optimiser_of(model: torch.nn.Module, args: argparse.Namespace) -> torch.optim.Optimizer:
    """Lower layers learn more slowly, the head five times as fast, word embeddings at half the rate or not at all."""
    layers = model.encoder.config.num_hidden_layers
    groups: dict[tuple[float, bool], list[torch.nn.Parameter]] = {}
    for name, p in model.named_parameters():
        depth = (
            layers + 1
            if not name.startswith("encoder")
            else int(name.split("layer.")[1].split(".")[0]) + 1
            if "layer." in name
            else 0
        )
        rate = args.lr * (5 if depth > layers else args.decay ** (layers - depth))
        if "word_embeddings" in name:
            p.requires_grad_(not args.freeze_words)
            rate *= 0.5
        if args.freeze_layers and depth <= args.freeze_layers:
            p.requires_grad_(False)
        if not p.requires_grad:
            continue
        groups.setdefault((rate, p.ndim > 1), []).append(p)
    return torch.optim.AdamW(
        [{"params": p, "lr": r, "weight_decay": 0.01 if d else 0.0} for (r, d), p in groups.items()], fused=True
    )


def loss_of(
    model: torch.nn.Module,
    batch: list[int],
    views: Sequence,
    encoded: Sequence,
    soft: torch.Tensor | None,
    teach_of: Mapping[str, float],
    args: argparse.Namespace,
) -> torch.Tensor:
    """The weighted mean loss of a batch: against the labels, and against the teachers' probabilities if there are
    teachers.
    """
    labels = torch.tensor([views[i].label for i in batch])
    known, labels = labels != data.UNLABELLED, labels.clamp(min=0)
    weights = torch.tensor([views[i].weight for i in batch])
    certainty = torch.tensor([views[i].certainty for i in batch])
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(*collate([encoded[i] for i in batch])).float()
    sure, unsure = (
        F.cross_entropy(logits, of, reduction="none", label_smoothing=args.smooth)
        for of in (labels, torch.full_like(labels, NEUTRAL))
    )
    losses = certainty * sure + (1 - certainty) * unsure
    if soft is not None:
        teach = torch.where(known, torch.tensor([teach_of.get(views[i].source, args.teach) for i in batch]), 1.0)
        losses = (1 - teach) * losses + teach * F.cross_entropy(logits, soft[batch], reduction="none")
    return (losses * weights).sum() / weights.sum()


def dev_scores(
    model: torch.nn.Module, builder: ti.InputBuilder, dev: Mapping[str, list], pair: bool
) -> tuple[dict, float]:
    """Figures of each held-out set, and the single value by which epochs are compared."""
    scores = {n: metrics.summary(logits_of(model, builder, r, pair), [e.label for e in r]) for n, r in dev.items()}
    conflict = data.conflicting(dev["sentfin"])
    scores["sentfin-conflicting"] = metrics.summary(
        logits_of(model, builder, conflict, pair), [e.label for e in conflict]
    )
    s = {n: v for n, v in scores.items()}
    value = (
        2 * s["sentfin"]["accuracy"]
        + s["sentfin-conflicting"]["accuracy"]
        + 0.7 * s["finentity"]["accuracy"]
        + 1.5 * s["twitter-financial-news-sentiment"]["macro_f1"]
        + (s["written"]["accuracy"] if "written" in s else 0)
        + (s["posts"]["accuracy"] if "posts" in s else 0)
    ) / 7.2
    return scores, value


def main() -> None:
    args = training_options()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed if args.init_seed is None else args.init_seed)
    rng = random.Random(args.seed)
    if args.start:
        args.base = base_of(Path(args.start))
    elif args.base is None:
        args.base = pinned_encoder()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    data.read_companies(args.companies)
    examples, dev = training_examples(args.data, args)
    builder = ti.InputBuilder(TOKENIZER)
    pool = pool_of_names(examples)
    partners = [e for e in examples if e.mentions and len(e.text) < JOINED_CHARS]
    model = trained_model(Path(args.start)) if args.start else base_model(args.base)
    teach_of = {name: float(weight) for name, weight in (pair.split("=") for pair in args.teach_set)}
    teachers = [trained_model(Path(run)) for run in args.teacher]
    torch.manual_seed(args.seed)
    optimiser = optimiser_of(model, args)
    peak = [g["lr"] for g in optimiser.param_groups]
    kept = torch.load(args.taught, weights_only=False) if args.taught and Path(args.taught).exists() else None
    inputs = kept[1] if kept else [data.input_of(builder, e, args.pair) for e in examples]
    total = args.epochs * len(batches(inputs, args.tokens, random.Random(0)))
    average = {k: v.detach().clone() for k, v in model.state_dict().items() if v.is_floating_point()}
    step, best, soft, began = 0, -1.0, None, time.time()
    log = (out / "log.jsonl").open("w")
    print(f"{len(inputs)} examples, {total} steps, {len(pool)} names", flush=True)
    for epoch in range(args.epochs):
        # A teacher's output is expensive: with teachers, every epoch reuses the views of the first.
        if epoch == 0 or soft is None:
            if kept:
                views, encoded, soft = kept
            else:
                views = [variant(e, args, pool, rng, partners) for e in examples]
                encoded = [data.input_of(builder, e, args.pair) for e in views]
                soft = taught(teachers, encoded) if teachers else None
                if args.taught:
                    torch.save((views, encoded, soft), args.taught)
            began = time.time()
        model.train()
        for batch in batches(encoded, args.tokens, rng):
            done = max(step / total, (time.time() - began) / (60 * args.minutes) if args.minutes else 0)
            if done >= 1:
                break
            scale = min(1.0, step / (0.06 * total)) * max(0.02, 1 - done)
            for group, rate in zip(optimiser.param_groups, peak, strict=False):
                group["lr"] = rate * scale
            loss = loss_of(model, batch, views, encoded, soft, teach_of, args)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
            if step % 10 == 0:
                keep = min(0.98, step / (step + 20))
                for k, v in model.state_dict().items():
                    if k in average:
                        average[k].lerp_(v, 1 - keep)
            if step % 25 == 0:
                print(f"{step}/{total} loss {loss.item():.3f} {time.time() - began:.0f}s", flush=True)
        for kind in args.kinds:
            plain = {k: v.detach().clone() for k, v in model.state_dict().items()}
            if kind == "average":
                model.load_state_dict(average, strict=False)
            scores, value = dev_scores(model, builder, dev, args.pair)
            entry = {
                "epoch": epoch + 1,
                "kind": kind,
                "value": round(value, 4),
                **{n: [round(v["accuracy"], 4), round(v["macro_f1"], 4)] for n, v in scores.items()},
            }
            print(json.dumps(entry), flush=True)
            log.write(json.dumps(entry) + "\n")
            log.flush()
            if value > best:
                best = value
                torch.save({"state": model.state_dict(), "args": vars(args), "dev": entry}, out / "best.pt")
            model.load_state_dict(plain)


if __name__ == "__main__":
    main()
