"""Writes the multilingual universal sentence encoder (version 3) as one ONNX graph.

A deep averaging network over token embeddings and what convolutions of two, three and five tokens make of them (Yang et
al., "Multilingual Universal Sentence Encoder for Semantic Retrieval", 2019, arXiv:1907.04307).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
from e5_conversion.graph import IR_VERSION, OPSET, RUNTIME
from e5_conversion.quantise import quantise_rows
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Weights = Mapping[str, NDArray[np.generic]]

PARTS = 17
"""The table is published in so many parts: a token's row is in part `id % 17`, each with a scale of its own."""
ORDERS = {2: 0, 3: 1, 5: 2}
"""Tokens that a convolution sees, and how many of them stand before the one it is about."""
_TO_THE_END = np.iinfo(np.int64).max


def encoder(weights: Weights) -> onnx.ModelProto:
    """`input_ids` (1, sequence; int64) to `embedding` (1, 512; float32, unit length)."""
    return _Encoder(weights).model()


def token_table(weights: Weights) -> NDArray[np.uint8]:
    """Codes by token id; value = code * scale of the part + lowest value of the part."""
    rows, width = weights["q1"].shape
    table = np.empty((PARTS * rows, width), np.uint8)
    for part in range(PARTS):
        table[part::PARTS] = weights[f"q{part + 1}"]
    return table


class _Encoder:
    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def model(self) -> onnx.ModelProto:
        ids = self.node("Squeeze", "input_ids", self.ints(0))
        embedded = self.embedded(ids)
        state = self.product(embedded, "proj", self.joined("proj", axis=1), self.joined("proj_b"))
        state = self.normalised(state, "ln_all", self.joined("ln_g"), self.joined("ln_b"))
        inputs = [f"order{order}" for order in ORDERS]
        self.nodes.append(helper.make_node("Split", [state], inputs, axis=1, num_outputs=len(inputs)))
        seen = [self.convolved(part, order) for part, order in zip(inputs, ORDERS, strict=True)]
        features = self.node("Concat", embedded, *seen, axis=1)
        self.averaged(self.normalised(features, "ln", self.floats("ln_g"), self.floats("ln_b")), ids)
        tokens = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "sequence"])
        output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, self.weights["d3"].shape[1]])
        graph = helper.make_graph(self.nodes, "encoder", [tokens], [output], list(self.constants.values()))
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME, 1)]
        return helper.make_model(graph, opset_imports=operators, ir_version=IR_VERSION)

    def embedded(self, ids: str) -> str:
        part = self.node("Mod", ids, self.ints(PARTS))
        codes = self.node("Gather", self.constant("tokens", token_table(self.weights)), ids)
        scale, lowest = (
            self.node("Unsqueeze", self.node("Gather", self.constant(name, self.floats(name)), part), self.ints(1))
            for name in ("scale", "lo")
        )
        return self.node("Add", self.node("Mul", self.node("Cast", codes, to=TensorProto.FLOAT), scale), lowest)

    def convolved(self, inputs: str, order: int) -> str:
        """Two convolutions, each added to what it was given."""
        state = inputs
        for layer in ("1", "2"):
            weights, bias = self.floats(f"w{layer}_{order}"), self.floats(f"b{layer}_{order}")
            product = self.product(self.windows(state, order), f"w{layer}_{order}", weights, bias)
            state = self.node("Add", self.node("Relu", product), state)
        return state

    def windows(self, state: str, order: int) -> str:
        """(sequence, order * channels): each token's neighbours side by side, zeros beyond both ends."""
        before = ORDERS[order]
        padded = self.node("Pad", state, self.ints(before, 0, order - 1 - before, 0))
        ends = [place - order + 1 or _TO_THE_END for place in range(order)]
        shifted = [self.node("Slice", padded, self.ints(place), self.ints(end)) for place, end in enumerate(ends)]
        return self.node("Concat", *shifted, axis=1)

    def averaged(self, features: str, ids: str) -> None:
        """Sum over tokens by the root of their number, then a small residual network."""
        count = self.node("Cast", self.node("Shape", ids), to=TensorProto.FLOAT)
        total = self.matrix(self.node("ReduceSum", features, self.ints(0), keepdims=1), "cnn_W")
        total = self.node("Add", total, self.node("Mul", self.constant("cnn_b", self.floats("cnn_b")), count))
        mean = self.node("Div", total, self.node("Sqrt", count))
        first = self.node("Relu", self.matrix(mean, "d0"))
        second = self.node("Relu", self.node("Add", self.matrix(mean, "p1"), self.matrix(first, "d1")))
        third = self.node("Relu", self.matrix(second, "d2"))
        last = self.node("Tanh", self.node("Add", self.matrix(second, "p3"), self.matrix(third, "d3")))
        self.nodes.append(helper.make_node("LpNormalization", [last], ["embedding"], axis=-1, p=2))

    def joined(self, name: str, axis: int = 0) -> NDArray[np.float32]:
        """The tensors of the three orders as one."""
        return np.concatenate([self.floats(f"{name}{order}") for order in ORDERS], axis=axis)

    def floats(self, name: str) -> NDArray[np.float32]:
        return np.asarray(self.weights[name], np.float32)

    def normalised(self, state: str, name: str, gain: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        scale, shift = self.constant(f"{name}.g", gain), self.constant(f"{name}.b", bias)
        return self.node("LayerNormalization", state, scale, shift, axis=-1, epsilon=float(self.weights["eps"]))

    def product(self, inputs: str, name: str, weights: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """inputs x weights + bias; weights (inputs, outputs) as 8-bit codes, inputs quantised as they come."""
        codes, scales = quantise_rows(weights.T)
        return self.node(
            "DynamicQuantizeMatMul", inputs,
            self.constant(name, codes.T),
            self.constant(f"{name}.scale", scales),
            self.constant(f"{name}.zero", np.zeros(len(codes), np.int8)),
            self.constant(f"{name}.bias", bias), domain=RUNTIME,
        )  # fmt: skip

    def matrix(self, inputs: str, name: str) -> str:
        return self.node("MatMul", inputs, self.constant(name, self.floats(name)))

    def ints(self, *values: int) -> str:
        return self.constant("ints." + ".".join(map(str, values)), np.array(values, np.int64))

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def node(self, operator: str, *inputs: str, domain: str = "", **attributes: object) -> str:
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, domain=domain, **attributes))
        return name
