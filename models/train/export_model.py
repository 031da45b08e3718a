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

from model import collate
from text_input import MARK_START


STRENGTH = {"attention": 0.75, "out": 0.6, "up": 0.75, "down": 0.85}  # 0: scale by weights alone, 1: by activations alone
APART = 64  # channels of a feed-forward product kept in fp32


class ExportedEncoder(nn.Module):
    """One BERT encoder, attention written out, with a scale before each matrix product (1 until `smooth` is called)."""

    def __init__(self, bert):
        super().__init__()
        self.heads = bert.config.num_attention_heads
        e = bert.embeddings
        self.words = nn.Parameter(e.word_embeddings.weight.detach().half(), requires_grad=False)
        self.positions, self.types, self.norm = e.position_embeddings, e.token_type_embeddings, e.LayerNorm
        self.layers = bert.encoder.layer
        width, inner = bert.config.hidden_size, bert.config.intermediate_size
        sizes = {"attention": width, "up": width, "down": inner}
        self.scales = nn.ParameterList([nn.ParameterDict({k: nn.Parameter(torch.ones(n), requires_grad=False) for k, n in sizes.items()}) for _ in self.layers])
        self.apart = nn.ParameterList([nn.Parameter(torch.arange(APART), requires_grad=False) for _ in self.layers])
        self.apart_weights = nn.ParameterList([nn.Parameter(torch.zeros(APART, width), requires_grad=False) for _ in self.layers])
        self.seen = None

    def note(self, layer, place, x):
        if self.seen is not None:
            top = x.detach().abs().amax(tuple(range(x.dim() - 1)))
            self.seen[layer, place] = torch.maximum(self.seen.get((layer, place), top), top)
        return x

    def scaled(self, layer, place, x):
        return self.note(layer, place, x) * self.scales[layer][place]

    def forward(self, ids, mask, types):
        places = torch.arange(ids.shape[1], device=ids.device).unsqueeze(0)
        h = self.norm(F.embedding(ids, self.words).float() + self.types(types) + self.positions(places))
        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0
        for at, layer in enumerate(self.layers):
            own, out = layer.attention.self, layer.attention.output
            x = self.scaled(at, "attention", h)
            split = lambda t: t.view(t.shape[0], t.shape[1], self.heads, -1).transpose(1, 2)
            q, k, v = split(own.query(x)), split(own.key(x)), split(own.value(x))
            weights = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + bias, -1)
            context = (weights @ v).transpose(1, 2).flatten(2)
            h = out.LayerNorm(out.dense(self.note(at, "out", context)) + h)
            inner = F.gelu(layer.intermediate.dense(self.scaled(at, "up", h)))
            apart = inner.index_select(2, self.apart[at]) @ self.apart_weights[at]
            h = layer.output.LayerNorm(layer.output.dense(self.scaled(at, "down", inner)) + apart + h)
        return h

    @torch.no_grad()
    def smooth(self, batches, strength=STRENGTH):
        """Sets scales and channels kept apart from activations on (ids, mask, types) batches."""
        self.seen = {}
        for batch in batches:
            self(*batch)
        for at, layer in enumerate(self.layers):
            own, out, down = layer.attention.self, layer.attention.output, layer.output.dense
            apart = self.seen[at, "down"].topk(APART).indices.sort().values
            self.apart[at].copy_(apart)
            self.apart_weights[at].copy_(down.weight[:, apart].T)
            down.weight[:, apart] = 0
            for place, matrices in {"attention": [own.query, own.key, own.value], "up": [layer.intermediate.dense], "down": [down]}.items():
                factor = self.factor(self.seen[at, place], matrices, strength[place])
                self.scales[at][place].copy_(1 / factor)
                for matrix in matrices:
                    matrix.weight *= factor
            # A scale of 0 takes a channel out of the range that int8 has to cover.
            self.scales[at]["down"][apart] = 0
            # The attention's output is linear in the values, so its factor goes into their matrix for nothing.
            factor = self.factor(self.seen[at, "out"], [out.dense], strength["out"])
            own.value.weight /= factor.unsqueeze(1)
            own.value.bias /= factor
            out.dense.weight *= factor
        self.seen = None

    @staticmethod
    def factor(top, matrices, strength):
        weight = torch.stack([m.weight.abs().amax(0) for m in matrices]).amax(0)
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
