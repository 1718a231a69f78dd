"""
Converts a trained model to an ONNX file with 8-bit weights: tokens in, one vector per token out.

    python to-onnx.py FOLDER model.onnx
"""
import os, sys, tempfile
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from transformers import BertModel

NAMES = ["input_ids", "attention_mask", "token_type_ids"]


class Tokens(torch.nn.Module):
    def __init__(self, folder):
        super().__init__()
        self.model = BertModel.from_pretrained(folder, add_pooling_layer=False, attn_implementation="eager").eval()

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask,
                          token_type_ids=token_type_ids).last_hidden_state


folder, target = sys.argv[1:3]
whole, prepared = (os.path.join(tempfile.mkdtemp(), name) for name in ("whole.onnx", "prepared.onnx"))
ids = torch.randint(1000, 2000, (2, 12))
torch.onnx.export(
    Tokens(folder), (ids, torch.ones_like(ids), torch.zeros_like(ids)), whole, dynamo=False, opset_version=17,
    input_names=NAMES, output_names=["last_hidden_state"],
    dynamic_axes={name: {0: "batch", 1: "sequence"} for name in [*NAMES, "last_hidden_state"]})
quant_pre_process(whole, prepared, skip_symbolic_shape=True)
quantize_dynamic(prepared, target, weight_type=QuantType.QUInt8, per_channel=True)
