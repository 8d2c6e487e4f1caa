"""Writes the encoder as one ONNX graph, pooling and normalisation included.

BERT (Devlin et al., 2019) with learned positions; embedding = mean of the last hidden states over the attended tokens,
scaled to unit length (Wang et al., 2024, arXiv:2402.05672).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from e5_conversion.quantise import pack_int4, quantise_rows
from e5_conversion.source import BLOCK, Source

OPSET = 21
IR_VERSION = 10
RUNTIME = "com.microsoft"
"""The operator set that onnxruntime adds to ONNX."""
MASKED = -1e4
"""Added to the attention score of a padding token."""


def encoder(source: Source) -> onnx.ModelProto:
    """`input_ids`, `attention_mask` (batch, sequence; int64) to `embedding` (batch, hidden; float32, unit length)."""
    return _Encoder(source).model()


@dataclass
class _Graph:
    """Nodes and constants in the order they are written, which fixes the bytes of the file."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Adds a constant once; every later use of the name shares it."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def ints(self, *values: int) -> str:
        return self.constant("ints." + ".".join(map(str, values)), np.array(values, np.int64))

    def node(self, operator: str, *inputs: str, name: str = "", domain: str = "", **attributes: object) -> str:
        return self.split(operator, *inputs, names=(name or f"n{len(self.nodes)}",), domain=domain, **attributes)[0]

    def split(
        self, operator: str, *inputs: str, names: tuple[str, ...], domain: str = "", **attributes: object
    ) -> tuple[str, ...]:
        self.nodes.append(helper.make_node(operator, inputs, names, name=names[0], domain=domain, **attributes))
        return names


class _Encoder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.size = source.dimensions
        self.graph = _Graph()

    def model(self) -> onnx.ModelProto:
        state, bias = self.embeddings(), self.mask_bias()
        for layer in range(self.size.layers):
            state = self.layer(f"l{layer}", state, bias)
        self.pooled(state)
        tokens = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", self.size.hidden])
        graph = helper.make_graph(self.graph.nodes, "encoder", tokens, [output], list(self.graph.constants.values()))
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME, 1)]
        return helper.make_model(graph, opset_imports=operators, ir_version=IR_VERSION)

    def embeddings(self) -> str:
        """Word + position + token type (always the first), normalised."""
        graph, hidden = self.graph, self.size.hidden
        length = graph.node("Slice", graph.node("Shape", "input_ids"), graph.ints(1), graph.ints(2))
        positions = self.source.floats("emb.pos", self.size.positions, hidden)
        types = self.source.floats("emb.type", self.size.token_types, hidden)
        table = graph.constant("positions", positions + types[0])
        placed = graph.node("Slice", table, graph.ints(0), length, graph.ints(0))
        return self.normalised(graph.node("Add", self.words(), placed), "emb.ln")

    def words(self) -> str:
        """Rows of the 4-bit table, kept as published: requantising would only lose."""
        graph, hidden = self.graph, self.size.hidden
        table = self.source.blocks("emb.word")
        shape = [self.size.vocabulary, hidden]
        graph.constants["words"] = helper.make_tensor(
            "words", TensorProto.INT4, shape, pack_int4(table.codes), raw=True
        )
        scales = graph.constant("words.scale", table.scales.reshape(self.size.vocabulary, hidden // BLOCK))
        rows = graph.node(
            "GatherBlockQuantized", "words", "input_ids", scales,
            domain=RUNTIME, block_size=BLOCK, gather_axis=0, quantize_axis=1,
        )  # fmt: skip
        return graph.node("Cast", rows, to=TensorProto.FLOAT)

    def mask_bias(self) -> str:
        """0 where a token is attended, `MASKED` where it is padding; shape (batch, 1, 1, sequence)."""
        graph = self.graph
        attended = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
        absent = graph.node("Sub", graph.constant("one", np.array([1], np.float32)), attended)
        bias = graph.node("Mul", absent, graph.constant("masked", np.array([MASKED], np.float32)))
        return graph.node("Unsqueeze", bias, graph.ints(1, 2))

    def layer(self, name: str, state: str, bias: str) -> str:
        graph = self.graph
        attended = self.matrix(self.attention(name, state, bias), f"{name}.ao", self.floats(f"{name}.ao.w"))
        state = self.normalised(graph.node("Add", attended, state), f"{name}.aln")
        wide = graph.node("Gelu", self.matrix(state, f"{name}.fi", self.floats(f"{name}.fi.w")))
        narrow = self.matrix(wide, f"{name}.fo", self.floats(f"{name}.fo.w"))
        return self.normalised(graph.node("Add", narrow, state), f"{name}.oln")

    def attention(self, name: str, state: str, bias: str) -> str:
        """Scaled dot-product attention, all heads; query, key and value share one matrix product."""
        graph, size = self.graph, self.size
        head = size.hidden // size.heads
        joined = np.concatenate([self.floats(f"{name}.{part}.w") for part in "qkv"])
        biases = np.concatenate([self.source.floats(f"{name}.{part}.b", size.hidden) for part in "qkv"])
        product = self.product(state, f"{name}.qkv", joined, graph.constant(f"{name}.qkv.b", biases))
        parts = graph.split(
            "Split", product, names=(f"{name}.query", f"{name}.key", f"{name}.value"), axis=-1, num_outputs=3
        )
        by_head = [graph.node("Reshape", part, graph.ints(0, 0, size.heads, head)) for part in parts]
        query, value = (graph.node("Transpose", by_head[index], perm=[0, 2, 1, 3]) for index in (0, 2))
        key = graph.node("Transpose", by_head[1], perm=[0, 2, 3, 1])
        scale = graph.constant("attention.scale", np.array([head**-0.5], np.float32))
        scores = graph.node("Add", graph.node("Mul", graph.node("MatMul", query, key), scale), bias)
        context = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value)
        return graph.node("Reshape", graph.node("Transpose", context, perm=[0, 2, 1, 3]), graph.ints(0, 0, size.hidden))

    def pooled(self, state: str) -> None:
        graph = self.graph
        mask = graph.node("Unsqueeze", graph.node("Cast", "attention_mask", to=TensorProto.FLOAT), graph.ints(2))
        total = graph.node("ReduceSum", graph.node("Mul", state, mask), graph.ints(1), keepdims=0)
        count = graph.node("ReduceSum", mask, graph.ints(1), keepdims=0)
        graph.node("LpNormalization", graph.node("Div", total, count), name="embedding", axis=-1, p=2)

    def floats(self, name: str) -> NDArray[np.float32]:
        """A layer's matrix, (outputs, inputs)."""
        wide = {"fi": (self.size.feed_forward, self.size.hidden), "fo": (self.size.hidden, self.size.feed_forward)}
        return self.source.floats(name, *wide.get(name.split(".")[1], (self.size.hidden, self.size.hidden)))

    def matrix(self, inputs: str, name: str, weights: NDArray[np.float32]) -> str:
        bias = self.graph.constant(f"{name}.b", self.source.floats(f"{name}.b", len(weights)))
        return self.product(inputs, name, weights, bias)

    def product(self, inputs: str, name: str, weights: NDArray[np.float32], bias: str) -> str:
        """inputs x weights + bias; weights (outputs, inputs) as 8-bit codes, inputs quantised as they come."""
        codes, scales = quantise_rows(weights)
        return self.graph.node(
            "DynamicQuantizeMatMul", inputs,
            self.graph.constant(name, codes.T),
            self.graph.constant(f"{name}.scale", scales),
            self.graph.constant(f"{name}.zero", np.zeros(len(codes), np.int8)),
            bias, domain=RUNTIME,
        )  # fmt: skip

    def normalised(self, state: str, name: str) -> str:
        weight, bias = (
            self.graph.constant(f"{name}.{part}", self.source.floats(f"{name}.{part}", self.size.hidden))
            for part in "wb"
        )
        return self.graph.node("LayerNormalization", state, weight, bias, axis=-1, epsilon=self.size.epsilon)
