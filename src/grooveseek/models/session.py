"""One ONNX graph, loaded and run on the CPU."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grooveseek.errors import ModelError
from grooveseek.models.native import NATIVE
from grooveseek.models.tokenizer import Encoded

_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
_SEVERITY_ERROR = 3


class Session:
    """Safe to run from many threads at once; each run uses the thread it is called on and no other."""

    def __init__(self, graph: Path) -> None:
        """Raises `ModelError` for a file that is no graph of the expected inputs."""
        with NATIVE.section():
            self._session = self._load(graph)
        self.inputs = {value.name for value in self._session.get_inputs()}
        if not self.inputs <= _INPUTS:
            raise ModelError(f"{graph} wants the inputs {sorted(self.inputs - _INPUTS)}, which GrooveSeek cannot give")
        self.outputs: dict[str, int] = {value.name: len(value.shape) for value in self._session.get_outputs()}
        """Names of the outputs with their number of axes."""

    @staticmethod
    def _load(graph: Path) -> Any:
        # Its builds can report on their use over the network, and keep a device id and a queue in the home folder.
        # It reads this when it is imported; `disable_telemetry_events` alone is too late for the files.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = _SEVERITY_ERROR
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # one pattern would be kept for every input length
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own error types derive from nothing narrower
            raise ModelError(f"{graph} cannot be loaded ({_line(error)}); its files may be incomplete") from error

    def run(self, output: str, batch: list[Encoded], pad: int) -> NDArray[np.float32]:
        """The output for a batch; inputs shorter than the longest are padded. Raises `ModelError`."""
        shape = len(batch), max(len(encoded.ids) for encoded in batch)
        ids, mask, types = np.full(shape, pad, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, encoded in enumerate(batch):
            length = len(encoded.ids)
            ids[row, :length], mask[row, :length], types[row, :length] = encoded.ids, 1, encoded.types
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        with NATIVE.section():
            try:
                (result,) = self._session.run([output], {name: feed[name] for name in self.inputs})
            except Exception as error:  # onnxruntime's own error types derive from nothing narrower
                raise ModelError(f"the model failed on an input of {shape[1]} tokens ({_line(error)})") from error
        return np.asarray(result, np.float32)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
