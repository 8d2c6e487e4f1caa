from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.config.keys import Http
from grooveseek.errors import GrooveError
from grooveseek.server import ui
from grooveseek.server.backend import Backend, Opened
from grooveseek.server.http.guard import SECURITY_HEADERS
from grooveseek.server.ui.page import SCRIPTS, joined, page
from support.server import HttpServer, http_server

FOLDER = Path(ui.__file__).parent


def nothing() -> Opened:
    raise GrooveError("nothing is indexed here")


@pytest.fixture(scope="module")
def bare() -> Iterator[HttpServer]:
    with http_server(Backend(nothing)) as running:
        yield running


def test_the_page_is_served_with_its_policy(bare: HttpServer) -> None:
    response = bare.get("/ui")

    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert {name: response.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert response.text == page()


@pytest.mark.parametrize(
    ("host", "status"), [("localhost", 200), ("127.0.0.1:3100", 200), ("kb.example.lan", 403), ("a@b", 400)]
)
def test_the_page_is_for_this_machine_whatever_hosts_are_allowed(host: str, status: int) -> None:
    with http_server(Backend(nothing), Http(allowed_hosts=("kb.example.lan",))) as server:
        response = server.get("/ui", Host=host)

    assert response.status_code == status
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_every_module_is_part_of_the_page() -> None:
    assert sorted(SCRIPTS) == sorted(file.stem for file in (FOLDER / "script").glob("*.js"))


def test_modules_stand_behind_those_they_import_from() -> None:
    for position, name in enumerate(SCRIPTS):
        source = (FOLDER / "script" / f"{name}.js").read_text("utf-8")
        wanted = set(re.findall(r'^import [^;]* from "\./(\w+)\.js";$', source, re.MULTILINE))
        assert wanted <= set(SCRIPTS[:position]), name


def test_an_imported_name_is_exported_where_it_is_said_to_be() -> None:
    for file in (FOLDER / "script").glob("*.js"):
        for names, source in re.findall(r'^import \{ ([^}]+) \} from "\./(\w+)\.js";$', file.read_text("utf-8"), re.M):
            exported = re.findall(r"^const \{ (.*) \} = \(", joined([source]), re.M)[0].split(", ")
            assert set(names.split(", ")) <= set(exported), file.name


def test_nothing_is_left_to_be_put_together_or_loaded() -> None:
    document = page()

    assert not re.search(r"^(import|export) ", document, re.MULTILINE)
    assert "{{" not in document
    assert set(re.findall(r"\bhttps?://[^\s\"'`<]+", document)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|script|img|iframe)\b[^>]* (src|href)=\"(?!data:)", document)
    assert document.count("</script>") == document.count("</style>") == 1


@pytest.mark.parametrize(
    "way",
    [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "createContextual",
        " eval(",
        "Function(",
    ],
)
def test_no_module_can_turn_text_into_markup_or_code(way: str) -> None:
    assert way not in joined(SCRIPTS)
