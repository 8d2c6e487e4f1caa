"""The command line's worked examples, on the installed program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from support.cli import GROOVE, User, user
from support.service import calls_of, fake_systemctl
from support.serving import free_port, serving


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    return user(tmp_path)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> User:
    """Somebody with two notes in the index."""
    made = user(tmp_path_factory.mktemp("indexed"))
    made.note("deploy.md", "---\ntags: [ops]\n---\n# Deploy\n\nHow the service is rolled out.\n")
    made.note("雨.md", "# 雨の日\n\n傘を持って出かける。\n")
    assert made.on_notes("index").code == 0
    return made


def test_1_quiet_excludes_progress(somebody: User) -> None:
    ran = somebody.on_notes("index", "--quiet", "--progress")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be used with" in ran.err
    assert not somebody.index.exists()


def test_2_a_configuration_that_is_not_there(somebody: User) -> None:
    ran = somebody.groove("--config", "/tmp/none.toml", "status", "--kb-path", somebody.notes)
    assert (ran.code, ran.out) == (1, "")
    assert "--config" in ran.err
    assert "not found" in ran.err


def test_3_status_without_an_index(somebody: User) -> None:
    ran = somebody.on_notes("status")
    assert (ran.code, ran.out) == (0, "")
    assert "No index found" in ran.err
    assert "groove index --kb-path" in ran.err
    assert not somebody.index.exists()


def test_3_doctor_without_an_index(somebody: User) -> None:
    ran = somebody.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert "No index found" in ran.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["status"], 1),
        (["index"], 1),
        (["search", "q"], 1),
        (["graph", "--start", "a.md"], 1),
        (["serve"], 1),
        (["doctor"], 2),
        (["validate"], 1),
    ],
)
def test_4_no_knowledge_base_is_named(words: list[str], code: int, somebody: User) -> None:
    ran = somebody.groove(*words)
    assert (ran.code, ran.out) == (code, "")
    assert "--kb-path is required" in ran.err
    assert "kb_path" in ran.err


def test_5_a_misspelt_key(somebody: User) -> None:
    somebody.config('modle = "bge-m3"\n')
    ran = somebody.on_notes("status")
    assert (ran.code, ran.out) == (1, "")
    assert "groove.toml" in ran.err
    assert "did you mean model?" in ran.err


def test_5_a_misspelt_key_and_doctor(somebody: User) -> None:
    somebody.config('modle = "bge-m3"\n')
    assert somebody.on_notes("doctor").code == 2


def test_5_a_misspelt_key_and_services(somebody: User) -> None:
    somebody.config('modle = "bge-m3"\n')
    ran = somebody.groove("service", "list")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.split() == ["NAME", "STATUS", "BIND", "KB_PATH", "UPTIME"]


FOUND = """\
[parsers]
enabled = ["md", "txt"]

[transport.http]
bind = "0.0.0.0:{port}"
max_sessions = 1
"""


def test_6_a_file_that_was_merely_found(somebody: User) -> None:
    port = free_port()
    somebody.config(FOUND.format(port=port))
    ran = somebody.on_notes("index")
    assert ran.code == 0
    assert 'extensions: ["md"]' in ran.err
    parsers, bind, sessions = (line for line in ran.err.splitlines() if line.startswith("warning: "))
    assert '[parsers] = { enabled = ["md", "txt"] }' in parsers
    assert f'bind = "0.0.0.0:{port}"' in bind
    assert f'using "127.0.0.1:{port}"' in bind
    assert "max_sessions = 1 " in sessions
    assert "using 256 " in sessions
    with serving(somebody, "--kb-path", somebody.notes) as server:
        assert server.address == f"127.0.0.1:{port}"


def test_6_the_same_file_named(somebody: User) -> None:
    port = free_port()
    file = somebody.config(FOUND.format(port=port))
    ran = somebody.on_notes("index", "--config", file)
    assert ran.code == 0
    assert 'extensions: ["md", "txt"]' in ran.err
    assert "warning: " not in ran.err
    with serving(somebody, "--kb-path", somebody.notes, "--config", file) as server:
        assert server.address == f"0.0.0.0:{port}"


@pytest.mark.parametrize(
    ("words", "text", "ready"),
    [
        ([], "", "stdio transport"),
        (["--transport", "http", "--port", "{a}"], "", "listening on 127.0.0.1:{a}"),
        (["--transport", "http", "--bind", "0.0.0.0:{a}", "--port", "{b}", "--i-know"], "", "listening on 0.0.0.0:{a}"),
        ([], '[transport.http]\nbind = "127.0.0.1:{a}"\n', "listening on 127.0.0.1:{a}"),
        (["--transport", "stdio"], '[transport]\nkind = "http"\n', "stdio transport"),
    ],
)
def test_7_the_transport(words: list[str], text: str, ready: str, somebody: User) -> None:
    a, b = free_port(), free_port()
    somebody.config(text.format(a=a))
    told = [word.format(a=a, b=b) for word in words]
    with serving(somebody, "--kb-path", somebody.notes, *told) as server:
        assert ready.format(a=a) in server.said[-1]


def test_7_http_alone_listens_on_port_3100(somebody: User) -> None:
    with serving(somebody, "--kb-path", somebody.notes, "--transport", "http") as server:
        # Whoever runs the tests may have a server there already.
        assert "listen on 127.0.0.1:3100" in server.said[-1].replace("listening", "listen")


def test_7_a_port_without_http(somebody: User) -> None:
    ran = somebody.on_notes("serve", "--port", "4000")
    assert (ran.code, ran.out) == (1, "")
    assert "--transport http" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--mmr-lambda", "1.5"], "must be in [0.0, 1.0]"),
        (["--mmr-lambda", "-0.5"], "must be in [0.0, 1.0]"),
        (["--min-confidence-ratio", "nan"], "must be finite"),
        (["--min-confidence-ratio", "-1"], "must be >= 0.0"),
        (["--mmr"], "--mmr"),
        (["--format", "dot"], "dot"),
        # 9
        (["--field", "status"], "KEY=VALUE"),
        (["--field", "=x"], "--field"),
        (["--field", "status="], "--field"),
    ],
)
def test_8_and_9_values_that_cannot_be_meant(words: list[str], told: str, somebody: User) -> None:
    ran = somebody.groove("search", "q", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told.replace("KEY=VALUE", "'='") in ran.err


def test_8_zero_switches_the_mark_off(indexed: User) -> None:
    ran = indexed.on_notes("search", "zzzqqx wibblefrotz", "--min-confidence-ratio", "0")
    assert ran.code == 0
    assert ran.json["low_confidence"] is False


def test_9_a_value_may_hold_equals_signs(indexed: User) -> None:
    ran = indexed.on_notes("search", "rain", "--field", "a=b=c")
    assert ran.code == 0
    assert ran.json["filter_applied"]["fields"] == {"a": ["b=c"]}


@pytest.mark.parametrize(
    ("text", "words", "reranks"),
    [
        ('reranker = "bge-base"\nrerank_by_default = false\n', [], False),
        ('reranker = "bge-base"\nrerank_by_default = true\n', [], True),
        ('reranker = "bge-base"\n', [], True),
        ('reranker = "bge-base"\nrerank_by_default = false\n', ["--reranker", "bge-base"], True),
        ('reranker = "bge-base"\nrerank_by_default = true\n', ["--reranker", "none"], False),
        ("rerank_by_default = true\n", [], False),
        ("", [], False),
    ],
)
def test_10_when_results_are_reranked(text: str, words: list[str], reranks: bool, indexed: User) -> None:
    file = indexed.root / "rerank.toml"
    file.write_text(text)
    ran = indexed.on_notes("search", "rain", "--config", file, *words)
    # The model is not on this machine, so that asking for it shows.
    assert ran.code == (1 if reranks else 0)
    assert ("bge-base" in ran.err) is reranks


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (45, [f"Progress: {i}/45 ({100 * i // 45}%)" for i in (*range(2, 45, 2), 45)]),
        (5, [f"Progress: {i}/5 ({20 * i}%)" for i in range(1, 6)]),
    ],
)
def test_11_progress_in_a_pipe(files: int, expected: list[str], somebody: User) -> None:
    for number in range(files):
        somebody.note(f"{number}.md", f"# Note\n\nWhat note {number} says.\n")
    ran = somebody.on_notes("index", "--progress")
    assert (ran.code, ran.out) == (0, "")
    assert [line for line in ran.err.splitlines() if line.startswith("Progress: ")] == expected


@pytest.mark.parametrize("written", ["1048576", '"300 MiB"', '"10mb"', '"UNLIMITED"'])
def test_12_sizes(written: str, somebody: User) -> None:
    file = somebody.config(f"[index]\nmax_text_file_size = {written}\n")
    assert somebody.on_notes("status", "--config", file).code == 0


@pytest.mark.parametrize(("written", "size"), [("1048576", 1_048_576), ('"10mb"', 10_000_000)])
def test_12_sizes_to_the_byte(written: str, size: int, somebody: User) -> None:
    file = somebody.config(f"[index]\nmax_text_file_size = {written}\n")
    # What a picture holds is no text, so that reading it is quick.
    somebody.note("fits.md", "# Fits\n\nWords.\n\n![](data:image/png;base64,".ljust(size - 1, "A") + ")")
    somebody.note("over.md", "# Over\n\nWords that are one byte too long to be read.".ljust(size + 1, "\n"))
    ran = somebody.on_notes("index", "--config", file)
    assert "indexed: fits.md" in ran.err
    (skipped,) = (line for line in ran.err.splitlines() if "Skipping over.md" in line)
    assert "file too large" in skipped
    assert f"({size + 1} bytes > {size} limit)" in skipped
    assert "[index].max_text_file_size" in skipped


@pytest.mark.parametrize(("written", "told"), [('"300 MiB"', "is 300 MiB,"), ('"UNLIMITED"', "is unlimited,")])
def test_12_sizes_above_the_default(written: str, told: str, somebody: User) -> None:
    file = somebody.config(f"[index]\nmax_text_file_size = {written}\n")
    assert f"[index].max_text_file_size {told}" in somebody.on_notes("index", "--config", file).err


@pytest.mark.parametrize("written", ["0", "-1", '"1.5 GiB"', '"5 XB"', '"none"'])
def test_12_what_is_no_size(written: str, somebody: User) -> None:
    file = somebody.config(f"[index]\nmax_text_file_size = {written}\n")
    ran = somebody.on_notes("status", "--config", file)
    assert (ran.code, ran.out) == (1, "")
    assert "index.max_text_file_size" in ran.err
    assert '"unlimited"' in ran.err


@pytest.mark.parametrize(
    ("words", "k_values", "limit"),
    [(["--k", "1,10"], [1, 5, 10], 10), (["--k", "20", "--limit", "3"], [5, 20], 20)],
)
def test_13_how_deep_tune_looks(words: list[str], k_values: list[int], limit: int, somebody: User) -> None:
    for number in range(4):
        somebody.note(f"{number}.md", f"# Note {number}\n\nHow the service is rolled out in place {number}, and why.\n")
    somebody.note(
        ".groove-eval.yml",
        "queries:\n  - {query: service rolled out, expected: [{path: 1.md}]}\n"
        "  - {query: rolled out in place 2, expected: [{path: 2.md}]}\n",
    )
    assert somebody.on_notes("index", "--quiet").code == 0
    ran = somebody.on_notes("tune", "--format", "json", *words)
    assert ran.code == 0, ran.err
    assert (ran.json["k_values"], ran.json["limit"]) == (k_values, limit)


def test_13_deeper_than_tune_looks(indexed: User) -> None:
    ran = indexed.on_notes("tune", "--k", "10001")
    assert (ran.code, ran.out) == (1, "")


ENDPOINT = '[embedding]\nprovider = "openai-compatible"\nendpoint = "http://h/v1/embeddings"\ndimension = 8\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ENDPOINT + 'query_model = "q"\n', 1),
        (ENDPOINT + 'query_model = "q"\ndocument_model = "d"\n', 0),
        ('model = "bge-m3"\n' + ENDPOINT + 'query_model = "q"\ndocument_model = "d"\n', 1),
        (ENDPOINT.replace("//h", "//u:p@h") + 'model = "m"\n', 1),
        (ENDPOINT + 'model = "m"\nmax_retries = 11\n', 1),
    ],
)
def test_14_an_endpoint(text: str, code: int, somebody: User) -> None:
    file = somebody.config(text)
    ran = somebody.on_notes("status", "--config", file)
    assert (ran.code, ran.out) == (code, "")


linux_only = pytest.mark.skipif(not Path("/proc").is_dir(), reason="the registration is systemd's")


def _with_systemctl(somebody: User) -> User:
    folder = fake_systemctl(somebody.root / "fake")
    return user(somebody.root, PATH=f"{folder}{os.pathsep}{os.environ['PATH']}")


@linux_only
def test_15_a_service_installed_and_installed_again(somebody: User) -> None:
    somebody = _with_systemctl(somebody)
    (somebody.cwd / "kb").mkdir()
    install = ["service", "install", "--service-name", "work"]
    ran = somebody.groove(*install, "--kb-path", "./kb", "--bind", "127.0.0.1:3105")
    assert (ran.code, ran.out) == (0, "")
    home = somebody.home / ".config" / "groove" / "work"
    file = home / "groove.toml"
    assert f"Service 'work' installed (config_home: {home})." in ran.err
    assert file.read_text() == f'kb_path = "{somebody.cwd / "kb"}"\n\n[transport.http]\nbind = "127.0.0.1:3105"\n'
    assert calls_of(somebody.root / "fake") == [
        "--user daemon-reload",
        "--user enable groove-work.service",
        "--user restart groove-work.service",
    ]
    again = somebody.groove(*install, "--kb-path", "./kb", "--bind", "127.0.0.1:3106")
    assert (again.code, again.out) == (1, "")
    assert "--force" in again.err

    file.write_text(f'# mine\nmodel = "bge-m3"  # the large one\n{file.read_text()}')
    forced = somebody.groove(*install, "--force", "--bind", "127.0.0.1:3106")
    assert forced.code == 0
    assert file.read_text() == (
        f'# mine\nmodel = "bge-m3"  # the large one\nkb_path = "{somebody.cwd / "kb"}"\n\n'
        '[transport.http]\nbind = "127.0.0.1:3106"\n'
    )


@linux_only
def test_16_the_unit_of_a_program_and_a_folder_with_odd_names(somebody: User) -> None:
    somebody = _with_systemctl(somebody)
    base = somebody.root / "srv" / "$T" / "50%"
    program = somebody.root / "a b" / "bin" / "groove"
    program.parent.mkdir(parents=True)
    program.write_bytes(GROOVE.read_bytes())
    program.chmod(0o755)
    done = subprocess.run(
        [program, "service", "install", "--kb-path", somebody.notes],
        cwd=somebody.cwd,
        env=somebody.environ | {"GROOVE_CONFIG_HOME": str(base)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    unit = (somebody.home / ".config" / "systemd" / "user" / "groove-groove.service").read_text()
    (line,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    config = somebody.root / "srv" / "$$T" / "50%%" / "groove" / "groove" / "groove.toml"
    assert line == f'ExecStart="{program}" serve --config {config}'


@linux_only
def test_17_the_names_of_services(somebody: User) -> None:
    somebody = _with_systemctl(somebody)
    for name in ("my/kb", "", "a.b", "日本", "a b"):
        assert somebody.groove("service", "status", "--service-name", name).code == 2
    for name in ("work_kb", "kb-2024"):
        ran = somebody.groove("service", "status", "--service-name", name)
        assert (ran.code, ran.out) == (0, f"{name}: not found\n")


@linux_only
def test_17_purging_needs_a_yes(somebody: User) -> None:
    somebody = _with_systemctl(somebody)
    assert somebody.groove("service", "install", "--kb-path", somebody.notes).code == 0
    home = somebody.home / ".config"
    before = sorted(home.rglob("*"))
    ran = somebody.groove("service", "uninstall", "--purge")
    assert (ran.code, ran.out) == (1, "")
    assert "--yes" in ran.err
    assert sorted(home.rglob("*")) == before
