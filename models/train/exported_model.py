"""The exported model, run as the product runs it."""

from pathlib import Path

import numpy as np
import onnxruntime

import data
import text_input as ti

TOKENIZER = Path(__file__).parent.parent / "sentiment-5.5" / "tokenizer.json"


class ExportedModel:
    def __init__(self, path, threads=1):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.builder = ti.InputBuilder(TOKENIZER)

    def logits(self, examples, batch=1):
        """Logits in order. By default each text runs alone, as in the product: int8 scales a run by its largest value,
        so a text's logits would depend on its batch.
        """
        encoded = [data.input_of(self.builder, e) for e in examples]
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
        out = np.zeros((len(encoded), 3), np.float32)
        for at in range(0, len(order), batch):
            chunk = order[at : at + batch]
            width = max(len(encoded[i][0]) for i in chunk)
            ids, mask, types = (np.zeros((len(chunk), width), np.int64) for _ in range(3))
            for row, i in enumerate(chunk):
                length = len(encoded[i][0])
                ids[row, :length], types[row, :length], mask[row, :length] = encoded[i][0], encoded[i][1], 1
            out[chunk] = self.session.run(
                ["logits"], {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
            )[0]
        return out
