"""Batches of texts of similar length, and model outputs for them."""

import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import data
import text_input as ti
from model import collate

TEACHER_TOKENS = 1024
TOKENIZER = Path(__file__).parent.parent / "sentiment-5.5" / "tokenizer.json"


def batches(encoded: Sequence, tokens_per_batch: int, rng: random.Random) -> list[list[int]]:
    """Indices in batches of about equal token count, similar lengths together, in random order."""
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]) + rng.random() * 6)
    out: list[list[int]] = []
    batch: list[int] = []
    for i in order:
        if batch and (len(batch) + 1) * len(encoded[i][0]) > tokens_per_batch:
            out.append(batch)
            batch = []
        batch.append(i)
    out.append(batch)
    rng.shuffle(out)
    return out


@torch.no_grad()
def logits_of(model: torch.nn.Module, builder: ti.InputBuilder, examples: Sequence, pair: bool = True) -> np.ndarray:
    """fp32-head logits, in order."""
    model.eval()
    encoded = [data.input_of(builder, e, pair) for e in examples]
    result = np.zeros((len(examples), 3), np.float32)
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    for at in range(0, len(order), 64):
        chunk = order[at : at + 64]
        with torch.autocast("cpu", torch.bfloat16):
            result[chunk] = model(*collate([encoded[i] for i in chunk])).float().numpy()
    return result


@torch.no_grad()
def taught(teachers: Sequence[torch.nn.Module], encoded: Sequence) -> torch.Tensor:
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
