"""A run folder from the shipped model, for training on without the fp32 weights: `python recover.py --out RUN_FOLDER`.

The int8 file holds every weight of the model but its rounding: 8-bit matrices with a scale a column, and the scales
that export_model.py puts before each product. All of them are multiplied out again. What is lost is what int8 lost: the
recovered weights give the shipped answers, not those of the fp32 weights from before. Prints how near they are on our
own sentences.
"""

import argparse
import json
import math
import random
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig

import data
import text_input as ti
from batching import TOKENIZER, logits_of
from exported_model import ExportedModel
from model import SentimentModel, model_of, pinned_encoder

MODELS = Path(__file__).parent.parent
TEXTS = 500


class ShippedWeights:
    """The weights of an exported graph by the names of export_model.py, as numbers that training can go on from."""

    def __init__(self, path: Path) -> None:
        graph = onnx.load(path).graph
        self.parts = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
        # Constant folding renames some of the matrices; the node that multiplies by them keeps its place in its name:
        # /encoder/layers.0/qkv/Gemm_MatMul_quant.
        self.matrices = {
            ".".join(node.name.split("/")[1:-1]): node.input[1].removesuffix("_quantized")
            for node in graph.node
            if node.op_type == "MatMulInteger"
        }

    def plain(self, name: str) -> torch.Tensor:
        """A part that was not quantised, as fp32."""
        return torch.from_numpy(self.parts[name].astype(np.float32))

    def matrix(self, place: str, scale: str | None = None) -> torch.Tensor:
        """A quantised matrix as [out, in] in fp32, with the scales of its input multiplied in again."""
        name = self.matrices[place]
        whole, scales, zeros = (self.parts[f"{name}_{part}"] for part in ("quantized", "scale", "zero_point"))
        weight = torch.from_numpy(((whole.astype(np.float32) - zeros.astype(np.float32)) * scales).T.copy())
        return weight if scale is None else weight * self.plain(scale)


def recovered(shipped: ShippedWeights, config: BertConfig) -> dict[str, torch.Tensor]:
    """The state of model.py's SentimentModel that answers as the exported graph does."""
    # Attention's own scale was made a part of the queries.
    sharper = math.sqrt(config.hidden_size // config.num_attention_heads)
    state = {
        "encoder.embeddings.word_embeddings.weight": shipped.plain("encoder.words"),
        "encoder.embeddings.position_embeddings.weight": shipped.plain("encoder.positions.weight"),
        "encoder.embeddings.token_type_embeddings.weight": shipped.plain("encoder.types.weight"),
    }

    def norm(own: str, theirs: str) -> None:
        for part in ("weight", "bias"):
            state[f"{own}.{part}"] = shipped.plain(f"{theirs}.{part}")

    norm("encoder.embeddings.LayerNorm", "encoder.norm")
    for at in range(config.num_hidden_layers):
        own, theirs = f"encoder.encoder.layer.{at}", f"encoder.layers.{at}"
        last = f"{theirs}.query" in shipped.matrices
        if last:
            products = [("query", "query"), ("key_value", "attention")]
        else:
            products = [("qkv", "attention")]
        weight = torch.cat([shipped.matrix(f"{theirs}.{p}", f"{theirs}.scales.{scale}") for p, scale in products])
        bias = torch.cat([shipped.plain(f"{theirs}.{p}.bias") for p, _ in products])
        for part, rows, row_bias in zip(("query", "key", "value"), weight.chunk(3), bias.chunk(3), strict=True):
            factor = sharper if part == "query" else 1
            state[f"{own}.attention.self.{part}.weight"] = rows * factor
            state[f"{own}.attention.self.{part}.bias"] = row_bias * factor
        state[f"{own}.attention.output.dense.weight"] = shipped.matrix(f"{theirs}.out")
        state[f"{own}.attention.output.dense.bias"] = shipped.plain(f"{theirs}.out.bias")
        norm(f"{own}.attention.output.LayerNorm", f"{theirs}.norms.0")
        # The neurons kept apart come last, on both sides.
        ups = (f"{theirs}.up", f"{theirs}.up_apart")
        state[f"{own}.intermediate.dense.weight"] = torch.cat([shipped.matrix(p, f"{theirs}.scales.up") for p in ups])
        state[f"{own}.intermediate.dense.bias"] = torch.cat([shipped.plain(f"{p}.bias") for p in ups])
        state[f"{own}.output.dense.weight"] = torch.cat(
            [shipped.matrix(f"{theirs}.down", f"{theirs}.scales.down"), shipped.plain(f"{theirs}.apart").T], 1
        )
        state[f"{own}.output.dense.bias"] = shipped.plain(f"{theirs}.down.bias")
        norm(f"{own}.output.LayerNorm", f"{theirs}.norms.1")
    for place in ("dense", "out"):
        state[f"{place}.weight"], state[f"{place}.bias"] = shipped.matrix(place), shipped.plain(f"{place}.bias")
    return state


def difference(model: SentimentModel, shipped: Path, texts: list) -> dict[str, float]:
    """How often both models give the same likeliest label, and the mean difference of a logit."""
    own = logits_of(model, ti.InputBuilder(TOKENIZER), texts)
    theirs = ExportedModel(shipped, 2).logits(texts)
    return {
        "same labels": round(float(np.mean(own.argmax(1) == theirs.argmax(1))), 4),
        "mean change of a logit": round(float(np.mean(np.abs(own - theirs))), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--base", help="encoder folder, for its shape alone; default: the pinned package's")
    args = parser.parse_args()
    if args.base is None:
        args.base = pinned_encoder()
    shipped = MODELS / json.loads((MODELS / "manifest.json").read_text())["files"]["model"]["path"]
    config = BertConfig.from_pretrained(args.base)
    state = recovered(ShippedWeights(shipped), config)
    model = model_of(state, config).eval()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save({"state": model.state_dict(), "args": vars(args)}, out / "best.pt")
    texts = random.Random(1).sample(data.load_written(), TEXTS)
    print(json.dumps(difference(model, shipped, texts)))


if __name__ == "__main__":
    main()
