"""Converts the reader between ONNX and plain arrays. Needs onnx and numpy.

    reader_weights.py out READER.onnx WEIGHTS.npz
    reader_weights.py in WEIGHTS.npz FOLDER,FOLDER NEW.onnx

`in` puts what train_reader.py wrote into the folders, averaged over several, over the token and position embeddings of WEIGHTS.
"""
import sys

import numpy as np
from onnx_graph import Graph, count_layers, read_arrays

MAX_STEP = 63
BEGIN, SEPARATOR = 101, 102


def load_trained(folder):
    return dict(np.load(f"{folder}/part1.npz")) | dict(np.load(f"{folder}/part2.npz"))


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
    full_layers = int(arrays["full_layers"])
    for at in range(full_layers):
        x = graph.layer(x, f"layer{at}")
    # Special tokens: at the beginning, after the requirement and after each passage.
    graph.node("GreaterOrEqual", ["input_ids", graph.constant("begin", BEGIN)], "isNotBelow")
    graph.node("LessOrEqual", ["input_ids", graph.constant("separator", SEPARATOR)], "isNotAbove")
    graph.node("And", ["isNotBelow", "isNotAbove"], "isMark")
    graph.node("NonZero", ["isMark"], "marked")
    graph.node("Gather", ["marked", graph.constant("column", 1)], "places", axis=0)
    special = graph.node("Gather", [x, "places"], "marks", axis=1)
    for at in range(full_layers, count_layers(arrays)):
        seen = x if at == full_layers else graph.node("Concat", [x, special], f"seen{at}", axis=1)
        special = graph.special_token_layer(special, seen, f"layer{at}")
    zero, one, two = graph.constant("zero", [0]), graph.constant("one", [1]), graph.constant("two", [2])
    graph.node("Slice", [special, zero, one, one], "ofWhole")
    graph.node("Slice", [special, two, graph.constant("end", [2**31]), one], "ofPassages")
    for head, own in (("g", "ofWhole"), ("h", "ofPassages")):
        graph.node("MatMul", [own, f"{head}.1.weight"], f"{head}1")
        graph.node("Add", [f"{head}1", f"{head}.1.bias"], f"{head}2")
        graph.node("Tanh", [f"{head}2"], f"{head}3")
        graph.node("MatMul", [f"{head}3", f"{head}.3.weight"], f"{head}4")
        graph.node("Add", [f"{head}4", f"{head}.3.bias"], f"{head}5")
    graph.node("Concat", ["g5", "h5"], "scores", axis=1)
    graph.node("Softmax", ["scores"], "verdict", axis=-1)
    graph.save("evidence-reader", "verdict", ["rows", "readings", 4], file)


direction, *files = sys.argv[1:]
if direction == "out":
    np.savez_compressed(files[1], **read_arrays(files[0]))
else:
    weights = dict(np.load(files[0]))
    trained = average([load_trained(folder) for folder in files[1].split(",")])
    body = {name: own for name, own in weights.items() if not name.startswith("layer")}
    save({**body, **trained}, files[2])
