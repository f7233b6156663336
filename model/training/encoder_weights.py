"""Between the encoder's ONNX file and plain arrays. Needs onnx and numpy.

    encoder_weights.py out ENCODER.onnx WEIGHTS.npz
    encoder_weights.py in WEIGHTS.npz LEARNED.npz NEW.onnx

What train_encoder.py wrote goes into the new file, over the words and places of WEIGHTS.
"""
import sys

import numpy as np
from onnx import TensorProto
from onnx_graph import WIDTH, Graph, arrays_in, layers_in


def save(arrays, file):
    graph = Graph(arrays)
    x = graph.embedded()
    is_read = graph.node("Cast", ["attention_mask"], "is_read", to=TensorProto.INT32)
    for at in range(layers_in(arrays)):
        x = graph.layer(x, f"layer{at}", ["", is_read])
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    one = graph.constant("one", [1])
    graph.node("Unsqueeze", ["mask", one], "mask.row")
    # One row of ones and noughts times the states: their sum, whose length does not matter to the direction.
    graph.node("MatMul", ["mask.row", x], "pooled")
    graph.node("Squeeze", ["pooled", one], "sum")
    graph.node("LpNormalization", ["sum"], "embedding", axis=-1, p=2)
    graph.save("evidence-encoder", "embedding", ["rows", WIDTH], file)


direction, *files = sys.argv[1:]
if direction == "out":
    np.savez_compressed(files[1], **arrays_in(files[0]))
else:
    weights, learned = (dict(np.load(file)) for file in files[:2])
    body = {name: own for name, own in weights.items() if not name.startswith("layer")}
    save({**body, **learned}, files[2])
