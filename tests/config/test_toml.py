from __future__ import annotations

import time

import pytest

from grooveseek.config.toml import DEEPEST, parse_toml


def test_ordinary_toml_of_every_shape() -> None:
    text = b"""\xef\xbb\xbf# a comment: 1.2.3.4.5.6 and so on...
kb_path = "../../../../../../../../../../../../../../../../../../../../notes"
hosts = ["a.b.c.example", "d.e.f.example", 'g.h.i.example']
[transport . "http"]
bind = "127.0.0.1:1"
"""
    assert parse_toml(text)["transport"] == {"http": {"bind": "127.0.0.1:1"}}


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", "a-_9"])
@pytest.mark.parametrize("dot", [".", " . "])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "x = {{ {} = 1 }}"])
def test_a_key_may_have_so_many_parts_and_no_more(part: str, dot: str, form: str) -> None:
    assert parse_toml(form.format(dot.join([part] * DEEPEST)).encode())
    with pytest.raises(ValueError, match="nested too deeply: a key of more than 16 parts on line 2"):
        parse_toml(b"\n" + form.format(dot.join([part] * (DEEPEST + 1))).encode())


@pytest.mark.parametrize(
    "text",
    [
        'path = "{}"',
        "path = '{}'",
        r'path = "\" {}"',
        'hosts = [\n  "{}",  # one\n]',
        'text = """\n{}\n"""',
        "text = '''\n{}\n'''",
        "a = 1  # it's not {}",
    ],
)
def test_dots_in_a_text_or_a_comment_nest_nothing(text: str) -> None:
    dots = ".".join(["a"] * 40)
    assert parse_toml(text.format(dots).encode())
    with pytest.raises(ValueError, match="nested too deeply: a key"):
        parse_toml(f"{text.format(dots)}\n{dots} = 1".encode())


@pytest.mark.parametrize(
    "text",
    [
        "a." * 131_072 + "a = 1",
        '"a".' * 65_536 + "a = 1",
        "[" + "a." * 131_072 + "a]",
        "a" * 262_144,
        '"' * 262_144,
        "a = " + '"""\\' * 65_536,
        "a = " + "'''b" * 65_535,
        "a = " + "[" * 262_000,
        "a = " + "{a=" * 87_000,
        "".join(f"[k{number}.{'a.' * 14}a]\n" for number in range(2000)),
    ],
    ids=["dotted", "quoted", "header", "word", "quotes", "texts", "literals", "arrays", "tables", "headers"],
)
def test_no_file_of_this_size_occupies_it_for_long(text: str) -> None:
    started = time.process_time()
    try:
        parse_toml(text.encode())
    except ValueError as error:
        assert str(error).startswith(("nested too deeply", "not valid TOML"))  # noqa: PT017 - either will do
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("data", "told"), [(b"a = '\xff'", r"not UTF-8 \(byte 5\)"), (b"a = 1\na = 2\n", "not valid TOML: .*line 2")]
)
def test_what_is_no_toml(data: bytes, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse_toml(data)
