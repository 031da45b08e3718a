"""The trained model as the graph that is exported: the same function, written so that int8 keeps its answers.

In a BERT layer a few channels are far larger than the rest, and int8 scales a whole tensor by its largest value. So
every matrix product's input is divided by a factor a channel, and the matrix's rows multiplied by it (as in
SmoothQuant; Xiao et al. 2023). The factors come from activations on training texts. The feed-forward products, whose
inputs vary most, leave their largest channels out of int8 altogether: those go through a narrow fp32 product of their
own. Word embeddings are kept in fp16 instead of int8.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

import data
from model import collate, read_out

STRENGTH = {
    "attention": 0.85,
    "query": 0.85,
    "out": 0.75,
    "up": 0.75,
    "down": 0.85,
}  # 0: scale by weights alone, 1: by activations alone
APART = 64  # channels of a feed-forward product kept in fp32


class ExportedEncoder(nn.Module):
    """One BERT encoder, attention written out, with a scale before each matrix product (1 until `smooth` is called).

    States are kept as (all tokens, width): on three axes the run-time would fuse each sum with its layer norm into an
    operator that is slower than the two. Queries, keys and values are one product, but for the last layer, whose
    queries are the rows read out. The feed-forward channels kept apart stand last.
    """

    def __init__(self, bert):
        super().__init__()
        e = bert.embeddings
        self.words = nn.Parameter(e.word_embeddings.weight.detach().half(), requires_grad=False)
        self.positions, self.types, self.norm = e.position_embeddings, e.token_type_embeddings, e.LayerNorm
        *layers, last = bert.encoder.layer
        self.layers = nn.ModuleList(
            [*(ExportedLayer(layer, bert.config) for layer in layers), ExportedLastLayer(last, bert.config)]
        )

    def forward(self, ids, mask, types):
        places = torch.arange(ids.shape[1], device=ids.device).unsqueeze(0)
        h = self.norm((F.embedding(ids, self.words).float() + self.types(types) + self.positions(places)).flatten(0, 1))
        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0
        *layers, last = self.layers
        for layer in layers:
            h = layer(h, bias, ids.shape)
        return last(read_out(ids, mask, types) @ h.view(ids.shape[0], ids.shape[1], -1), h, bias, ids.shape)

    @torch.no_grad()
    def smooth(self, batches, strength=STRENGTH):
        """Chooses scales and fp32 channels by activations on (ids, mask, types) batches."""
        for layer in self.layers:
            layer.seen = {}
        for batch in batches:
            self(*batch)
        for layer in self.layers:
            layer.smooth(strength)
            layer.seen = None


def joined(*parts):
    """Joins several products into one: of (Linear, factor) pairs."""
    both = nn.Linear(parts[0][0].in_features, sum(m.out_features for m, _ in parts))
    with torch.no_grad():
        both.weight.copy_(torch.cat([m.weight * f for m, f in parts]))
        both.bias.copy_(torch.cat([m.bias * f for m, f in parts]))
    return both


class ExportedLayer(nn.Module):
    def __init__(self, layer, config):
        super().__init__()
        width, inner = config.hidden_size, layer.output.dense.in_features
        self.heads, self.size = config.num_attention_heads, width // config.num_attention_heads
        self.take_attention(layer.attention.self)
        self.out = layer.attention.output.dense
        self.up, self.up_apart, self.down = (
            nn.Linear(width, inner - APART),
            nn.Linear(width, APART),
            nn.Linear(inner - APART, width),
        )
        self.apart = nn.Parameter(torch.zeros(APART, width), requires_grad=False)
        self.norms = nn.ModuleList([layer.attention.output.LayerNorm, layer.output.LayerNorm])
        sizes = {**dict.fromkeys(self.inputs, width), "up": width, "down": inner - APART}
        self.scales = nn.ParameterDict({k: nn.Parameter(torch.ones(n), requires_grad=False) for k, n in sizes.items()})
        self.seen: dict | None = None
        with torch.no_grad():
            self.down.bias.copy_(layer.output.dense.bias)
            self.set_inner(layer.intermediate.dense.weight, layer.intermediate.dense.bias, layer.output.dense.weight)

    def take_attention(self, own):
        # The attention scale is part of the queries.
        self.qkv = joined((own.query, 1 / math.sqrt(self.size)), (own.key, 1), (own.value, 1))
        self.inputs = {"attention": self.qkv}

    def set_inner(self, up, bias, down):
        """Sets the feed-forward neurons, the fp32 ones last."""
        for part, rows in ((self.up, slice(None, -APART)), (self.up_apart, slice(-APART, None))):
            part.weight.copy_(up[rows])
            part.bias.copy_(bias[rows])
        self.down.weight.copy_(down[:, :-APART])
        self.apart.copy_(down[:, -APART:].T)

    def note(self, place, x):
        if self.seen is not None:
            top = x.detach().abs().amax(tuple(range(x.dim() - 1)))
            self.seen[place] = torch.maximum(self.seen.get(place, top), top)
        return x

    def forward(self, h, bias, shape):
        batch, tokens = shape
        # (batch, tokens, 3, heads, size) as (3, batch, heads, tokens, size), in one step.
        parts = (
            self.qkv(self.note("attention", h) * self.scales["attention"])
            .view(batch, tokens, 3, self.heads, self.size)
            .permute(2, 0, 3, 1, 4)
        )
        q, k, v = (part.squeeze(0) for part in parts.split(1))
        return self.behind_attention(h, q, k, v, bias)

    def behind_attention(self, rows, q, k, v, bias):
        context = (torch.softmax(q @ k.transpose(-1, -2) + bias, -1) @ v).transpose(1, 2).reshape(rows.shape)
        rows = self.norms[0](self.out(self.note("out", context)) + rows)
        scaled = self.note("up", rows) * self.scales["up"]
        # Two products, because splitting one would copy both parts.
        main, apart = F.gelu(self.up(scaled)), F.gelu(self.up_apart(scaled))
        if self.seen is not None:
            self.note("inner", torch.cat([main, apart], -1))
        return self.norms[1](self.down(main * self.scales["down"]) + apart @ self.apart + rows)

    def smooth(self, strength):
        assert self.seen is not None
        tops = self.seen["inner"]
        order = torch.cat(
            [
                tops.topk(tops.numel() - APART, largest=False).indices.sort().values,
                tops.topk(APART).indices.sort().values,
            ]
        )
        up, bias = torch.cat([self.up.weight, self.up_apart.weight]), torch.cat([self.up.bias, self.up_apart.bias])
        self.set_inner(up[order], bias[order], torch.cat([self.down.weight, self.apart.T], 1)[:, order])
        self.seen["down"] = tops[order][:-APART]
        places = {
            **{place: [matrix] for place, matrix in self.inputs.items()},
            "up": [self.up, self.up_apart],
            "down": [self.down],
        }
        for place, matrices in places.items():
            factor = self.factor(self.seen[place], torch.cat([m.weight for m in matrices]), strength[place])
            self.scales[place].copy_(1 / factor)
            for matrix in matrices:
                matrix.weight *= factor
        # The attention's output is linear in the values, so its factor can go into their matrix.
        factor = self.factor(self.seen["out"], self.out.weight, strength["out"])
        holder = self.inputs["attention"]
        values = slice(holder.out_features - factor.numel(), None)
        holder.weight[values] /= factor.unsqueeze(1)
        holder.bias[values] /= factor
        self.out.weight *= factor

    @staticmethod
    def factor(top, weights, strength):
        weight = weights.abs().amax(0)
        return (top.clamp(min=1e-5) ** strength / weight.clamp(min=1e-5) ** (1 - strength)).clamp(1e-3, 1e3)


class ExportedLastLayer(ExportedLayer):
    """The last layer, only for the rows that are read out; they attend to every token."""

    def take_attention(self, own):
        self.query = joined((own.query, 1 / math.sqrt(self.size)))
        self.key_value = joined((own.key, 1), (own.value, 1))
        self.inputs = {"query": self.query, "attention": self.key_value}

    def forward(self, rows, h, bias, shape):  # type: ignore[override]
        batch, tokens = shape
        q = (
            self.query(self.note("query", rows) * self.scales["query"])
            .view(batch, -1, self.heads, self.size)
            .transpose(1, 2)
        )
        parts = (
            self.key_value(self.note("attention", h) * self.scales["attention"])
            .view(batch, tokens, 2, self.heads, self.size)
            .permute(2, 0, 3, 1, 4)
        )
        k, v = (part.squeeze(0) for part in parts.split(1))
        return self.behind_attention(rows, q, k, v, bias)


class ExportedSentimentModel(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.encoder = ExportedEncoder(model.encoder)
        self.dense, self.out = model.dense, model.out

    def forward(self, input_ids, attention_mask, token_type_ids):
        rows = self.encoder(input_ids, attention_mask, token_type_ids)
        return self.out(torch.tanh(self.dense(rows.flatten(1))))


def calibration_batches(builder, examples):
    encoded = [data.input_of(builder, e) for e in examples]
    return [collate(encoded[at : at + 16]) for at in range(0, len(encoded), 16)]
