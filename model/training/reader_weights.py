"""Between the reader's ONNX file and plain arrays. Needs onnx and numpy.

    reader_weights.py out READER.onnx WEIGHTS.npz
    reader_weights.py in WEIGHTS.npz FOLDER,FOLDER NEW.onnx

What train_reader.py wrote into the folders, of several the mean, goes into the new file, over the words and places of WEIGHTS.
"""
import sys

import numpy as np
from onnx_graph import Graph, arrays_in, layers_in

LARGEST = 63
BEGIN, SEPARATOR = 101, 102


def learned_in(folder):
    return dict(np.load(f"{folder}/part1.npz")) | dict(np.load(f"{folder}/part2.npz"))


def mean_of(several):
    """Of steps the nearest; half a step goes to the first."""
    first, *_ = several
    mean = {name: np.mean([one[name].astype(np.float64) for one in several], 0) for name in first}
    for name, own in first.items():
        if own.dtype == np.int8:
            mean[name] = np.rint(mean[name] + 1e-3 * (own - mean[name])).clip(-LARGEST, LARGEST)
    return {name: own.astype(first[name].dtype) for name, own in mean.items()}


def save(arrays, file):
    graph = Graph(arrays)
    x = graph.embedded()
    whole_layers = int(arrays["whole_layers"])
    for at in range(whole_layers):
        x = graph.layer(x, f"layer{at}")
    # The marks stand at the beginning, after the requirement and after each passage.
    graph.node("GreaterOrEqual", ["input_ids", graph.constant("begin", BEGIN)], "isNotBelow")
    graph.node("LessOrEqual", ["input_ids", graph.constant("separator", SEPARATOR)], "isNotAbove")
    graph.node("And", ["isNotBelow", "isNotAbove"], "isMark")
    graph.node("NonZero", ["isMark"], "marked")
    graph.node("Gather", ["marked", graph.constant("column", 1)], "places", axis=0)
    marks = graph.node("Gather", [x, "places"], "marks", axis=1)
    for at in range(whole_layers, layers_in(arrays)):
        seen = x if at == whole_layers else graph.node("Concat", [x, marks], f"seen{at}", axis=1)
        marks = graph.layer_of_marks(marks, seen, f"layer{at}")
    zero, one, two = graph.constant("zero", [0]), graph.constant("one", [1]), graph.constant("two", [2])
    graph.node("Slice", [marks, zero, one, one], "ofWhole")
    graph.node("Slice", [marks, two, graph.constant("end", [2**31]), one], "ofPassages")
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
    np.savez_compressed(files[1], **arrays_in(files[0]))
else:
    weights = dict(np.load(files[0]))
    learned = mean_of([learned_in(folder) for folder in files[1].split(",")])
    body = {name: own for name, own in weights.items() if not name.startswith("layer")}
    save({**body, **learned}, files[2])
