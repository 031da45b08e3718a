"""The classifier: an encoder, and a small head over [CLS], the mean of the text and the target's opening markers."""
import torch
from torch import nn
from transformers import AutoConfig, BertModel, MPNetModel

from text_input import CLS, MARK_START, PAD, SEP


class MpnetEncoder(nn.Module):
    """An MPNet that takes BERT's token ids, for a teacher. Its vocabulary is BERT's behind four tokens of its own, three of which
    stand for [CLS], [PAD] and [SEP]; it has no token types."""
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
    def __init__(self, config, attention="sdpa"):
        super().__init__()
        if config.model_type == "mpnet":
            self.encoder = MpnetEncoder(config)
        else:
            config._attn_implementation = attention
            self.encoder = BertModel(config, add_pooling_layer=False)
        self.dense = nn.Linear(config.hidden_size * 3, config.hidden_size)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(config.hidden_size, 3)

    def forward(self, input_ids, attention_mask, token_type_ids):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        words = attention_mask.unsqueeze(-1).to(states.dtype)
        marks = (input_ids == MARK_START).unsqueeze(-1).to(states.dtype)
        # Without a marker: the second segment; without one too: the mean of the text.
        second = (token_type_ids * attention_mask).unsqueeze(-1).to(states.dtype)
        focus = torch.where(marks.sum(1, keepdim=True) > 0, marks, torch.where(second.sum(1, keepdim=True) > 0, second, words))
        pooled = [states[:, 0], (states * words).sum(1) / words.sum(1), (states * focus).sum(1) / focus.sum(1)]
        return self.out(self.dropout(torch.tanh(self.dense(self.dropout(torch.cat(pooled, -1))))))


def base_model(folder):
    """The model on a pre-trained encoder's weights, head freshly initialised."""
    model = SentimentModel(AutoConfig.from_pretrained(folder))
    if isinstance(model.encoder, MpnetEncoder):
        model.encoder.model.load_state_dict(MPNetModel.from_pretrained(folder, add_pooling_layer=False).state_dict())
    else:
        model.encoder.load_state_dict(BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="sdpa").state_dict())
    return model


def trained_model(run):
    """The model of a run folder: weights of the epoch kept."""
    kept = torch.load(run / "best.pt", map_location="cpu", weights_only=True)
    model = SentimentModel(AutoConfig.from_pretrained(kept["args"]["base"]))
    model.load_state_dict(kept["state"])
    return model.eval()


def collate(items):
    """Tensors padded to the longest of (ids, token types) pairs."""
    width = max(len(ids) for ids, _ in items)
    ids = torch.full((len(items), width), PAD, dtype=torch.long)
    types = torch.zeros_like(ids)
    mask = torch.zeros_like(ids)
    for row, (i, t) in enumerate(items):
        ids[row, :len(i)] = torch.tensor(i)
        types[row, :len(t)] = torch.tensor(t)
        mask[row, :len(i)] = 1
    return ids, mask, types
