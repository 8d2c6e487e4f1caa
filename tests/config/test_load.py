from __future__ import annotations

import logging
from pathlib import Path

import pytest

from grooveseek.config.keys import Config
from grooveseek.config.load import load
from grooveseek.errors import ConfigError
from support.config import Machine, machine


@pytest.fixture
def user(tmp_path: Path) -> Machine:
    return machine(tmp_path)


def test_without_a_file_the_defaults_hold(user: Machine) -> None:
    loaded = user.load()
    assert (loaded.config, loaded.source, loaded.path) == (Config(), "NotFound", None)
    assert (loaded.trusted, loaded.warnings) == (True, ())


def test_paths_are_relative_to_the_folder_of_the_file(user: Machine) -> None:
    folder = user.root / "elsewhere"
    path = user.write(
        'kb_path = "notes"\nfastembed_cache_dir = "../cache"\ngrammar_dir = "./g"\nmodel_dir = "m"\n'
        '[eval]\ngolden = "golden.yml"\n[index]\npath = "i.db"',
        folder,
    )
    config = user.load(path).config
    assert config.kb_path == folder / "notes"
    assert config.fastembed_cache_dir == user.root / "cache"
    assert config.grammar_dir == folder / "g"
    assert config.model_dir == folder / "m"
    assert config.eval.golden == folder / "golden.yml"
    assert config.index.path == folder / "i.db"


def test_a_trusted_file_may_use_a_tilde(user: Machine) -> None:
    config = user.load(user.write('kb_path = "~/notes"\nmodel_dir = "~"')).config
    assert config.kb_path == user.home / "notes"
    assert config.model_dir == user.home


def test_a_tilde_without_a_home_names_the_file_and_the_key(tmp_path: Path) -> None:
    user = machine(tmp_path, HOME="")
    path = user.write('kb_path = "~/notes"')
    with pytest.raises(ConfigError, match=r"groove\.toml: kb_path: .*HOME"):
        user.load(path)


def test_the_http_section_implies_http(user: Machine) -> None:
    assert user.load(user.write("[transport.http]")).config.transport.kind == "http"
    assert user.load(user.write('[transport]\nkind = "stdio"\n[transport.http]')).config.transport.kind == "stdio"
    assert user.load(user.write("[transport]")).config.transport.kind == "stdio"


@pytest.mark.parametrize("trusted", [True, False])
def test_a_file_with_a_fault_is_refused_wherever_it_lies(user: Machine, trusted: bool) -> None:
    path = user.write('modle = "bge-m3"')
    with pytest.raises(ConfigError) as refused:
        user.load(path if trusted else None)
    assert str(refused.value) == f"{path}: unknown key modle; did you mean model?"


def test_several_faults_are_listed(user: Machine) -> None:
    path = user.write("modle = 1\n[watch]\nenabled = 3")
    with pytest.raises(ConfigError) as refused:
        user.load(path)
    assert str(refused.value) == (
        f"{path}: 2 faults\n"
        "  - unknown key modle; did you mean model?\n"
        "  - watch.enabled = 3 is not allowed: write true or false"
    )


def test_a_file_that_is_something_else_does_not_fill_the_screen(user: Machine) -> None:
    path = user.write("".join(f"strange{number} = 1\n" for number in range(500)))
    with pytest.raises(ConfigError) as refused:
        user.load(path)
    lines = str(refused.value).splitlines()
    assert lines[0] == f"{path}: 500 faults"
    assert (len(lines), lines[-1]) == (22, "  - and 480 more")


def test_a_restricted_key_of_the_wrong_type_is_refused_even_where_it_would_be_dropped(user: Machine) -> None:
    user.write("[parsers]\nenabled = 5")
    with pytest.raises(ConfigError, match=r"parsers\.enabled = 5"):
        user.load()


OPENAI = '[embedding]\nprovider = "openai-compatible"\nendpoint = "http://h/v1/embeddings"\ndimension = 768\n'


@pytest.mark.parametrize(
    "text",
    [
        OPENAI + 'query_model = "q"',
        'model = "bge-m3"\n' + OPENAI + 'query_model = "q"\ndocument_model = "d"',
        OPENAI.replace("http://h/", "http://u:p@h/") + 'model = "m"',
        OPENAI + 'model = "m"\nmax_retries = 11',
    ],
)
def test_an_endpoint_that_is_not_told_enough_is_refused(user: Machine, text: str) -> None:
    path = user.write(text)
    with pytest.raises(ConfigError):
        user.load(path)


def test_an_endpoint_with_both_aliases_is_taken(user: Machine) -> None:
    path = user.write(OPENAI + 'query_model = "q"\ndocument_model = "d"')
    assert user.load(path).config.embedding.document_model == "d"


@pytest.mark.parametrize("size", ["0", "-1", '"1.5 GiB"', '"5 XB"', '"none"'])
def test_a_size_that_is_none_names_the_key(user: Machine, size: str) -> None:
    path = user.write(f"[index]\nmax_text_file_size = {size}")
    with pytest.raises(ConfigError, match=r'index\.max_text_file_size = .*"unlimited"'):
        user.load(path)


def test_the_source_is_logged(user: Machine, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "grooveseek.config")
    path = user.write("")
    user.load()
    user.load(path)
    path.unlink()
    user.load()
    assert [record.name for record in caplog.records] == ["grooveseek.config"] * 3
    assert [record.getMessage() for record in caplog.records] == [
        f"loaded config source=Cwd path={path} trust=Untrusted",
        f"loaded config source=Explicit path={path} trust=Trusted",
        "loaded config source=NotFound path=(built-in defaults) trust=Trusted",
    ]


def test_a_file_beside_the_program_is_trusted(user: Machine) -> None:
    path = user.write("[transport.http]\nmax_sessions = 1", user.root / "bin")
    loaded = load(None, user.cwd, user.environ, path.parent / "groove")
    assert (loaded.source, loaded.path, loaded.trusted) == ("AlongsideBinary", path, True)
    assert loaded.config.transport.http.max_sessions == 1


def test_the_key_of_an_endpoint_does_not_show_in_the_configuration(user: Machine) -> None:
    loaded = user.load(user.write(OPENAI + 'model = "m"\napi_key = "sk-123"'))
    assert loaded.config.embedding.api_key == "sk-123"
    assert "sk-123" not in repr(loaded)
