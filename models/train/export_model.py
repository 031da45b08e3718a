"""The trained model as the graph that is exported: the same function, written so that int8 keeps its answers.

In a BERT layer a few channels are far larger than the rest, and int8 scales a whole tensor by its largest value. So every matrix
product's input is divided by a factor a channel, and the matrix's rows multiplied by it (as in SmoothQuant; Xiao et al. 2023). The
factors come from activations on training texts. The feed-forward products, whose inputs vary most, leave their largest channels out
of int8 altogether: those go through a narrow fp32 product of their own. Word embeddings are kept in fp16 instead of int8.
"""
import math

import torch
import torch.nn.functional as F
from torch import nn

import data
from model import collate
from text_input import MARK_START


STRENGTH = {"attention": 0.85, "out": 0.75, "up": 0.75, "down": 0.85}  # 0: scale by weights alone, 1: by activations alone
APART = 64  # channels of a feed-forward product kept in fp32


class ExportedEncoder(nn.Module):
    """One BERT encoder, attention written out, with a scale before each matrix product (1 until `smooth` is called).

    States are kept as (all tokens, width): on three axes the run-time would fuse each sum with its layer norm into an operator that is
    slower than the two. Queries, keys and values are one product. The feed-forward channels kept apart stand last.
    """

    def __init__(self, bert):
        super().__init__()
        e = bert.embeddings
        self.words = nn.Parameter(e.word_embeddings.weight.detach().half(), requires_grad=False)
        self.positions, self.types, self.norm = e.position_embeddings, e.token_type_embeddings, e.LayerNorm
        self.layers = nn.ModuleList([ExportedLayer(layer, bert.config) for layer in bert.encoder.layer])

    def forward(self, ids, mask, types):
        places = torch.arange(ids.shape[1], device=ids.device).unsqueeze(0)
        h = self.norm((F.embedding(ids, self.words).float() + self.types(types) + self.positions(places)).flatten(0, 1))
        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0
        for layer in self.layers:
            h = layer(h, bias, ids.shape)
        return h.view(ids.shape[0], ids.shape[1], -1)

    @torch.no_grad()
    def smooth(self, batches, strength=STRENGTH):
        """Sets scales and channels kept apart from activations on (ids, mask, types) batches."""
        for layer in self.layers:
            layer.seen = {}
        for batch in batches:
            self(*batch)
        for layer in self.layers:
            layer.smooth(strength)
            layer.seen = None


class ExportedLayer(nn.Module):
    def __init__(self, layer, config):
        super().__init__()
        own, width, inner = layer.attention.self, config.hidden_size, config.intermediate_size
        self.heads, self.size = config.num_attention_heads, width // config.num_attention_heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out, self.up, self.down = layer.attention.output.dense, layer.intermediate.dense, nn.Linear(inner - APART, width)
        self.apart = nn.Parameter(torch.zeros(APART, width), requires_grad=False)
        self.norms = nn.ModuleList([layer.attention.output.LayerNorm, layer.output.LayerNorm])
        sizes = {"attention": width, "up": width, "down": inner - APART}
        self.scales = nn.ParameterDict({k: nn.Parameter(torch.ones(n), requires_grad=False) for k, n in sizes.items()})
        self.seen = None
        with torch.no_grad():
            # The scale of attention goes into the queries.
            parts = [(own.query, 1 / math.sqrt(self.size)), (own.key, 1), (own.value, 1)]
            self.qkv.weight.copy_(torch.cat([m.weight * f for m, f in parts]))
            self.qkv.bias.copy_(torch.cat([m.bias * f for m, f in parts]))
            self.set_down(layer.output.dense.weight, layer.output.dense.bias)

    def set_down(self, weight, bias):
        self.down.weight.copy_(weight[:, :-APART])
        self.down.bias.copy_(bias)
        self.apart.copy_(weight[:, -APART:].T)

    def note(self, place, x):
        if self.seen is not None:
            top = x.detach().abs().amax(tuple(range(x.dim() - 1)))
            self.seen[place] = torch.maximum(self.seen.get(place, top), top)
        return x

    def forward(self, h, bias, shape):
        batch, tokens = shape
        # (batch, tokens, 3, heads, size) as (3, batch, heads, tokens, size), in one step.
        parts = self.qkv(self.note("attention", h) * self.scales["attention"]).view(batch, tokens, 3, self.heads, self.size).permute(2, 0, 3, 1, 4)
        q, k, v = (part.squeeze(0) for part in parts.split(1))
        context = (torch.softmax(q @ k.transpose(-1, -2) + bias, -1) @ v).transpose(1, 2).reshape(batch * tokens, -1)
        h = self.norms[0](self.out(self.note("out", context)) + h)
        inner = self.note("inner", F.gelu(self.up(self.note("up", h) * self.scales["up"])))
        main, apart = inner.split([inner.shape[-1] - APART, APART], -1)
        return self.norms[1](self.down(main * self.scales["down"]) + apart @ self.apart + h)

    def smooth(self, strength):
        tops = self.seen["inner"]
        order = torch.cat([tops.topk(tops.numel() - APART, largest=False).indices.sort().values, tops.topk(APART).indices.sort().values])
        self.up.weight.copy_(self.up.weight[order])
        self.up.bias.copy_(self.up.bias[order])
        self.set_down(torch.cat([self.down.weight, self.apart.T], 1)[:, order], self.down.bias.clone())
        self.seen["down"] = tops[order][:-APART]
        for place, matrix in {"attention": self.qkv, "up": self.up, "down": self.down}.items():
            factor = self.factor(self.seen[place], matrix, strength[place])
            self.scales[place].copy_(1 / factor)
            matrix.weight *= factor
        # The attention's output is linear in the values, so its factor goes into their matrix for nothing.
        factor = self.factor(self.seen["out"], self.out, strength["out"])
        values = slice(2 * factor.numel(), None)
        self.qkv.weight[values] /= factor.unsqueeze(1)
        self.qkv.bias[values] /= factor
        self.out.weight *= factor

    @staticmethod
    def factor(top, matrix, strength):
        weight = matrix.weight.abs().amax(0)
        return (top.clamp(min=1e-5) ** strength / weight.clamp(min=1e-5) ** (1 - strength)).clamp(1e-3, 1e3)


class ExportedSentimentModel(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.encoder = ExportedEncoder(model.encoder)
        self.dense, self.out = model.dense, model.out

    def forward(self, input_ids, attention_mask, token_type_ids):
        states = self.encoder(input_ids, attention_mask, token_type_ids)
        words = attention_mask.unsqueeze(-1).float()
        marks = (input_ids == MARK_START).unsqueeze(-1).float()
        second = (token_type_ids * attention_mask).unsqueeze(-1).float()
        focus = torch.where(marks.sum(1, keepdim=True) > 0, marks, torch.where(second.sum(1, keepdim=True) > 0, second, words))
        pooled = [states[:, 0], (states * words).sum(1) / words.sum(1), (states * focus).sum(1) / focus.sum(1)]
        return self.out(torch.tanh(self.dense(torch.cat(pooled, -1))))


def calibration_batches(builder, examples):
    encoded = [data.input_of(builder, e) for e in examples]
    return [collate(encoded[at:at + 16]) for at in range(0, len(encoded), 16)]
