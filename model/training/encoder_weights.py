"""Converts the encoder between ONNX and plain arrays. Needs onnx and numpy.

    encoder_weights.py out ENCODER.onnx WEIGHTS.npz
    encoder_weights.py in WEIGHTS.npz TRAINED.npz NEW.onnx

`in` puts the layers that train_encoder.py wrote over the token and position embeddings of WEIGHTS.
"""
import sys

import numpy as np
from onnx import TensorProto
from onnx_graph import WIDTH, Graph, count_layers, read_arrays


def save(arrays, file):
    graph = Graph(arrays)
    x = graph.embed()
    is_read = graph.node("Cast", ["attention_mask"], "is_read", to=TensorProto.INT32)
    for at in range(count_layers(arrays)):
        x = graph.layer(x, f"layer{at}", ["", is_read])
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    one = graph.constant("one", [1])
    graph.node("Unsqueeze", ["mask", one], "mask.row")
    # The mask times the states is their sum; it is normalised, so a mean is not needed.
    graph.node("MatMul", ["mask.row", x], "pooled")
    graph.node("Squeeze", ["pooled", one], "sum")
    graph.node("LpNormalization", ["sum"], "embedding", axis=-1, p=2)
    graph.save("evidence-encoder", "embedding", ["rows", WIDTH], file)


direction, *files = sys.argv[1:]
if direction == "out":
    np.savez_compressed(files[1], **read_arrays(files[0]))
else:
    weights, trained = (dict(np.load(file)) for file in files[:2])
    body = {name: own for name, own in weights.items() if not name.startswith("layer")}
    save({**body, **trained}, files[2])
