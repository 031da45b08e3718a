"""Makes a run's feed-forward layers narrower: `python prune.py --data DATASETS --companies FILE --run RUN_FOLDER --out
RUN_FOLDER --inner 640 896 …`.

`--inner` are the neurons that each layer keeps, from the first to the last but one. (Three rows of a text go through
the last, so its width costs next to nothing.) Those stay that move their layer's output most on training texts:
variance of the activation times the squared length of its row of weights. What the others give on average goes into the
bias. The run must be trained on afterwards.
"""

import argparse
import random
from pathlib import Path

import torch
from transformers import AutoConfig

import data
import text_input as ti
from batching import TOKENIZER
from export_model import calibration_batches
from model import model_of, trained_model

TEXTS = 1500


@torch.no_grad()
def pruned(model, batches, inner):
    """The model's weights with so many neurons in each feed-forward layer except the last."""
    state = {k: v.clone() for k, v in model.state_dict().items()}
    layers = list(model.encoder.encoder.layer)[:-1]
    sums = [[torch.zeros(len(layer.intermediate.dense.bias)) for _ in range(2)] for layer in layers]
    seen = 0

    def note(at, mask):
        def hook(_, __, out):
            rows = out[mask.bool()]
            sums[at][0] += rows.sum(0)
            sums[at][1] += (rows * rows).sum(0)

        return hook

    for ids, mask, types in batches:
        hooks = [layer.intermediate.register_forward_hook(note(at, mask)) for at, layer in enumerate(layers)]
        model(ids, mask, types)
        for hook in hooks:
            hook.remove()
        seen += int(mask.sum())
    for at, (total, squares) in enumerate(sums):
        name = f"encoder.encoder.layer.{at}."
        up, up_bias, down = (
            state[name + part]
            for part in ("intermediate.dense.weight", "intermediate.dense.bias", "output.dense.weight")
        )
        mean = total / seen
        moved = (squares / seen - mean * mean).clamp(min=0) * down.square().sum(0)
        order = moved.argsort(descending=True)
        kept, gone = order[: inner[at]].sort().values, order[inner[at] :]
        print(f"layer {at}: {float(moved[gone].sum() / moved.sum()):.4f} of the variance is left out", flush=True)
        state[name + "output.dense.bias"] += down[:, gone] @ mean[gone]
        state[name + "intermediate.dense.weight"], state[name + "intermediate.dense.bias"] = up[kept], up_bias[kept]
        state[name + "output.dense.weight"] = down[:, kept].contiguous()
    return state


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--companies", required=True, help="as for train.py")
    parser.add_argument("--run", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument(
        "--inner",
        type=int,
        nargs="+",
        required=True,
        help="neurons of each layer but the last; multiples of 64 fit the run-time's products",
    )
    args = parser.parse_args()
    data.read_companies(args.companies)
    rows = [e for n in data.TRAIN_SETS for e in data.load(args.data, n) if data.split_of(e.text) == "train"]
    texts = random.Random(1).sample(rows + data.load_written(), TEXTS)
    model = trained_model(Path(args.run))
    if len(args.inner) != model.encoder.config.num_hidden_layers - 1:
        parser.error(
            f"--inner takes {model.encoder.config.num_hidden_layers - 1} numbers, one for each layer but the last"
        )
    state = pruned(model, calibration_batches(ti.InputBuilder(TOKENIZER), texts), args.inner)
    kept = torch.load(Path(args.run) / "best.pt", map_location="cpu", weights_only=True)
    model_of(state, AutoConfig.from_pretrained(kept["args"]["base"]))
    Path(args.out).mkdir(parents=True, exist_ok=True)
    torch.save({**kept, "state": state}, Path(args.out) / "best.pt")


if __name__ == "__main__":
    main()
