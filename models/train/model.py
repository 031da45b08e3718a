"""The classifier: a BERT encoder, and a small head over [CLS], the mean of the text and the target's opening markers."""
import torch
from torch import nn
from transformers import BertConfig, BertModel

from text_input import MARK_START, PAD


class SentimentModel(nn.Module):
    def __init__(self, config: BertConfig, attention="sdpa"):
        super().__init__()
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
    config = BertConfig.from_pretrained(folder)
    model = SentimentModel(config)
    encoder = BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="sdpa")
    model.encoder.load_state_dict(encoder.state_dict())
    return model


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
