"""Converts the reader between ONNX and plain arrays. Needs onnx and numpy.

    reader_weights.py out READER.onnx WEIGHTS.npz [TOKENS]
    reader_weights.py in WEIGHTS.npz FOLDER,FOLDER NEW.onnx

`out` gives the reader embeddings for TOKENS positions: the last half of its own once more. `in` puts what train_reader.py wrote into the folders, averaged over several, over the token and position embeddings of WEIGHTS.
"""
import sys

import numpy as np
from onnx import TensorProto
from onnx_graph import Graph, count_layers, read_arrays

MAX_STEP = 63
BEGIN, SEPARATOR = 101, 102
PASSAGES = 12


def load_trained(folder):
    return {name: own for part in (1, 2, 3) for name, own in np.load(f"{folder}/part{part}.npz").items()}


def average(several):
    """Quantized weights are rounded to the nearest step, halves towards the first."""
    first, *_ = several
    mean = {name: np.mean([one[name].astype(np.float64) for one in several], 0) for name in first}
    for name, own in first.items():
        if own.dtype == np.int8:
            mean[name] = np.rint(mean[name] + 1e-3 * (own - mean[name])).clip(-MAX_STEP, MAX_STEP)
    return {name: own.astype(first[name].dtype) for name, own in mean.items()}


def save(arrays, file):
    graph = Graph(arrays)
    x = graph.embed()
    full_layers, layers = int(arrays["full_layers"]), count_layers(arrays)
    for at in range(full_layers):
        x = graph.layer(x, f"layer{at}")
    zero, one, end = graph.constant("zero", [0]), graph.constant("one", [1]), graph.constant("end", [2**31])
    if full_layers == layers:
        taken, first = pool(graph, x), one
    else:
        taken, first = special_tokens(graph, x, full_layers, layers), graph.constant("two", [2])
    graph.node("Slice", [taken, zero, one, one], "ofWhole")
    graph.node("Slice", [taken, first, end, one], "ofPassages")
    for head, own in (("g", "ofWhole"), ("h", "ofPassages")):
        graph.node("MatMul", [own, f"{head}.1.weight"], f"{head}1")
        graph.node("Add", [f"{head}1", f"{head}.1.bias"], f"{head}2")
        graph.node("Tanh", [f"{head}2"], f"{head}3")
        graph.node("MatMul", [f"{head}3", f"{head}.3.weight"], f"{head}4")
        graph.node("Add", [f"{head}4", f"{head}.3.bias"], f"{head}5")
    graph.node("Concat", ["g5", "h5"], "scores", axis=1)
    graph.node("Softmax", ["scores"], "verdict", axis=-1)
    graph.save("evidence-reader", "verdict", ["rows", "readings", 4], file)


def pool(graph, x):
    """Means over all tokens and over the tokens of each passage, which is counted from the separator before it."""
    graph.node("Equal", ["input_ids", graph.constant("separator", SEPARATOR)], "isSeparator")
    graph.node("Cast", ["isSeparator"], "separators", to=TensorProto.INT64)
    graph.node("CumSum", ["separators", graph.constant("second", 1)], "segment")
    row = graph.constant("row", [1])
    graph.node("Unsqueeze", ["segment", row], "segmentRow")
    graph.node("Equal", ["segmentRow", graph.constant("numbers", np.arange(1, PASSAGES + 1)[None, :, None])], "inPassage")
    graph.node("Cast", ["inPassage"], "ofPassage", to=TensorProto.FLOAT)
    graph.node("Unsqueeze", ["attention_mask", row], "maskRow")
    graph.node("Cast", ["maskRow"], "all", to=TensorProto.FLOAT)
    graph.node("Concat", ["all", "ofPassage"], "pooling", axis=1)
    graph.node("MatMul", ["pooling", x], "sums")
    graph.node("ReduceSum", ["pooling", graph.constant("last", [-1])], "counts", keepdims=1)
    graph.node("Max", ["counts", graph.constant("least.count", 1, np.float32)], "counted")
    return graph.node("Div", ["sums", "counted"], "pooled")


def special_tokens(graph, x, full_layers, layers):
    """The states of the tokens at the beginning, after the requirement and after each passage."""
    graph.node("GreaterOrEqual", ["input_ids", graph.constant("begin", BEGIN)], "isNotBelow")
    graph.node("LessOrEqual", ["input_ids", graph.constant("separator", SEPARATOR)], "isNotAbove")
    graph.node("And", ["isNotBelow", "isNotAbove"], "isMark")
    graph.node("NonZero", ["isMark"], "marked")
    graph.node("Gather", ["marked", graph.constant("column", 1)], "places", axis=0)
    special = graph.node("Gather", [x, "places"], "marks", axis=1)
    for at in range(full_layers, layers):
        seen = x if at == full_layers else graph.node("Concat", [x, special], f"seen{at}", axis=1)
        special = graph.special_token_layer(special, seen, f"layer{at}")
    return special


def with_positions(arrays, tokens):
    positions = arrays["b.p.weight"]
    more = max(0, tokens - len(positions))
    return arrays | {"b.p.weight": np.concatenate([positions, positions[len(positions) - more :]])}


direction, *files = sys.argv[1:]
if direction == "out":
    tokens = int(files[2]) if len(files) > 2 else 0
    np.savez_compressed(files[1], **with_positions(read_arrays(files[0]), tokens))
else:
    weights = dict(np.load(files[0]))
    trained = average([load_trained(folder) for folder in files[1].split(",")])
    body = {name: own for name, own in weights.items() if not name.startswith("layer")}
    save({**body, **trained}, files[2])
