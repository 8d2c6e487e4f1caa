"""Text to the token ids a model expects: special tokens around it, cut at the model's window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from grooveseek.errors import ModelError
from grooveseek.models.native import NATIVE

Encode = Callable[[str], Sequence[int]]
"""Token ids of a text alone, without special tokens."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The special tokens around one text, and between two."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    between: tuple[int, ...]
    second_type: int = 0
    """Token type of the second text and what follows it; that of everything before is 0."""


@dataclass(frozen=True, slots=True)
class Encoded:
    ids: list[int]
    types: list[int]
    cut: bool
    """Whether the text was longer than the window."""


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """Safe to use from many threads."""

    encode: Encode
    frame: Frame
    pad: int
    window: int
    """Tokens of one input, special tokens included."""

    def single(self, text: str) -> Encoded:
        frame = self.frame
        room = self.window - len(frame.before) - len(frame.after)
        tokens = self.encode(text)
        ids = [*frame.before, *tokens[:room], *frame.after]
        return Encoded(ids, [0] * len(ids), len(tokens) > room)

    def pair(self, question: Sequence[int], text: str) -> Encoded:
        """A question, already encoded, and a text. Only the text is cut: a question that lost words is another one.

        A question that alone fills the window keeps at most half of it.
        """
        frame = self.frame
        room = self.window - len(frame.before) - len(frame.between) - len(frame.after)
        asked = question if len(question) < room else question[: room // 2]
        tokens = self.encode(text)
        first = [*frame.before, *asked, *frame.between]
        second = [*tokens[: room - len(asked)], *frame.after]
        types = [*repeat(0, len(first)), *repeat(frame.second_type, len(second))]
        return Encoded(first + second, types, len(tokens) > room - len(asked))


def open_tokenizer(path: Path, window: int) -> Tokenizer:
    """The tokenizer in a `sp.table`, `sp.model` or `tokenizer.json` file. Raises `ModelError`."""
    if path.suffix == ".table":
        from grooveseek.models.pieces import PieceTable

        table = PieceTable(path)
        return Tokenizer(table.encode, _roberta_frame(table.begin, table.end), table.pad, window)
    if path.suffix == ".model":
        return _sentencepiece(path, window)
    return _json(path, window)


def _roberta_frame(begin: int, end: int) -> Frame:
    """XLM-RoBERTa's: <s> text </s>, and <s> question </s></s> text </s>."""
    return Frame((begin,), (end,), (end, end))


def _sentencepiece(path: Path, window: int) -> Tokenizer:
    try:
        with NATIVE.section():
            import sentencepiece

            processor = sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (OSError, RuntimeError) as error:
        raise ModelError(f"{path} is no sentencepiece model ({_line(error)})") from error
    frame = _roberta_frame(processor.bos_id(), processor.eos_id())
    return Tokenizer(processor.encode, frame, processor.pad_id(), window)


def _json(path: Path, window: int) -> Tokenizer:
    try:
        import tokenizers
    except ModuleNotFoundError as error:
        raise ModelError(f'{path} needs the package "tokenizers": install the extra "grooveseek[hub]"') from error
    try:
        with NATIVE.section():
            tokenizer: Any = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare `Exception`
        raise ModelError(f"{path} is no tokenizer ({_line(error)})") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def encode(text: str) -> Sequence[int]:
        ids: Sequence[int] = tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    return Tokenizer(encode, _frame_of(tokenizer), _pad_of(tokenizer), window)


def _frame_of(tokenizer: Any) -> Frame:
    """Read off what the tokenizer puts around and between two texts."""
    pair = tokenizer.encode("a", "b")
    first = [place for place, sequence in enumerate(pair.sequence_ids) if sequence == 0]
    second = [place for place, sequence in enumerate(pair.sequence_ids) if sequence == 1]
    return Frame(
        before=tuple(pair.ids[: first[0]]),
        between=tuple(pair.ids[first[-1] + 1 : second[0]]),
        after=tuple(pair.ids[second[-1] + 1 :]),
        second_type=pair.type_ids[second[0]],
    )


def _pad_of(tokenizer: Any) -> int:
    for name in ("[PAD]", "<pad>"):
        if (found := tokenizer.token_to_id(name)) is not None:
            return int(found)
    return 0


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
