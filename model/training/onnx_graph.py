"""Builds the ONNX graphs of both models. Needs onnx and numpy.

Names of nodes and arrays are part of the shipped files: other names give other SHA-256 sums.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HEADS, WIDTH = 12, 384
MICROSOFT = {"domain": "com.microsoft"}


class Graph:
    """Nodes over named arrays; unused arrays are not saved."""

    def __init__(self, arrays):
        self.arrays, self.nodes = dict(arrays), []

    def node(self, kind, inputs, output, **how):
        outputs = [output] if isinstance(output, str) else output
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=f"{output}", **how))
        return output

    def constant(self, name, value, kind=np.int64):
        self.arrays[name] = np.array(value, kind)
        return name

    def norm(self, x, name, output):
        """As separate nodes: the fused layer normalisation takes three times as long."""
        least = self.constant("least", 1e-12, np.float32)
        mean = self.node("ReduceMean", [x], f"{output}.mean", axes=[-1])
        apart = self.node("Sub", [x, mean], f"{output}.apart")
        squares = self.node("Mul", [apart, apart], f"{output}.squares")
        spread = self.node("ReduceMean", [squares], f"{output}.spread", axes=[-1])
        width = self.node("Sqrt", [self.node("Add", [spread, least], f"{output}.some")], f"{output}.width")
        normed = self.node("Div", [apart, width], f"{output}.normed")
        scaled = self.node("Mul", [normed, f"{name}.weight"], f"{output}.scaled")
        return self.node("Add", [scaled, f"{name}.bias"], output)

    def dense(self, x, name):
        weights = [f"{name}.weight", f"{name}.scale", "", f"{name}.bias"]
        return self.node("DynamicQuantizeMatMul", [x, *weights], name, **MICROSOFT)

    def embed(self):
        numbers = lambda name: (f"b.{name}.weight.scale", f"b.{name}.weight.zero")
        zero, one, two = self.constant("zero", [0]), self.constant("one", [1]), self.constant("two", [2])
        for name, places in (("w", "input_ids"), ("t", "token_type_ids")):
            self.node("Gather", [f"b.{name}.weight", places], f"embedded.{name}.q")
            self.node("DequantizeLinear", [f"embedded.{name}.q", *numbers(name)], f"embedded.{name}")
        self.node("Shape", ["input_ids"], "shape")
        self.node("Slice", ["shape", one, two, zero], "length")
        self.node("Slice", ["b.p.weight", zero, "length", zero], "positions.q")
        self.node("DequantizeLinear", ["positions.q", *numbers("p")], "positions")
        self.node("Add", ["embedded.w", "embedded.t"], "words")
        self.node("Add", ["words", "positions"], "summed")
        return self.norm("summed", "n", "embedded")

    def layer(self, x, own, mask=()):
        thirds = self.constant("thirds", [WIDTH] * 3)
        parts = self.node("Split", [self.dense(x, f"{own}.qkv"), thirds], [f"{own}.{part}" for part in "qkv"], axis=-1)
        return self.attention_block(x, own, [*parts, *mask])

    def special_token_layer(self, special, x, own):
        """A layer of the special tokens only: they attend to all tokens."""
        halves = self.constant("halves", [WIDTH] * 2)
        for part in ("weight", "scale", "bias"):
            together = self.arrays[f"{own}.qkv.{part}"]
            self.arrays[f"{own}.asks.{part}"] = together[..., :WIDTH].copy()
            self.arrays[f"{own}.kv.{part}"] = together[..., WIDTH:].copy()
        queries = self.dense(special, f"{own}.asks")
        keys, values = self.node("Split", [self.dense(x, f"{own}.kv"), halves], [f"{own}.k", f"{own}.v"], axis=-1)
        return self.attention_block(special, own, [queries, keys, values])

    def attention_block(self, x, own, parts):
        attended = self.node("MultiHeadAttention", parts, f"{own}.attended", num_heads=HEADS, **MICROSOFT)
        self.node("Add", [x, self.dense(attended, f"{own}.o")], f"{own}.1.sum")
        x = self.norm(f"{own}.1.sum", f"{own}.n1", f"{own}.1")
        # GELU by tanh, as in training: a tenth less time on ARM than by the error function.
        self.node("FastGelu", [self.dense(x, f"{own}.f1")], f"{own}.gelu", **MICROSOFT)
        self.node("Add", [x, self.dense(f"{own}.gelu", f"{own}.f2")], f"{own}.2.sum")
        return self.norm(f"{own}.2.sum", f"{own}.n2", f"{own}.2")

    def save(self, name, output, shape, file):
        inputs = [
            helper.make_tensor_value_info(one, TensorProto.INT64, ["rows", "tokens"])
            for one in ("input_ids", "attention_mask", "token_type_ids")
        ]
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
        used = {one for node in self.nodes for one in node.input}
        kept = [numpy_helper.from_array(own, one) for one, own in self.arrays.items() if one in used]
        graph = helper.make_graph(self.nodes, name, inputs, outputs, kept)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), file)


def read_arrays(file):
    """The arrays of a file; queries, keys and values of special-token layers are joined again."""
    arrays = {one.name: numpy_helper.to_array(one) for one in onnx.load(file).graph.initializer}
    arrays["full_layers"] = np.array(count_layers(arrays))
    for name in [one for one in arrays if ".asks." in one]:
        other = name.replace(".asks.", ".kv.")
        together = np.concatenate([arrays.pop(name), arrays.pop(other)], -1)
        arrays[name.replace(".asks.", ".qkv.")] = together
    return arrays


def count_layers(arrays):
    return sum(name.endswith(".qkv.weight") for name in arrays)
