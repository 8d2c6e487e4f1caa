from __future__ import annotations

import pytest

from grooveseek.server.answerable import answerable_id, is_request_id


@pytest.mark.parametrize("value", [0, -1, 7, "", "a"])
def test_text_and_integers_are_ids(value: object) -> None:
    assert is_request_id(value)


@pytest.mark.parametrize("value", [None, True, 1.5, [1], {"a": 1}])
def test_nothing_else_is_an_id(value: object) -> None:
    assert not is_request_id(value)


@pytest.mark.parametrize(
    ("decoded", "expected"),
    [
        ({"method": "ping", "id": 7}, 7),
        ({"method": "ping", "id": "a"}, "a"),
        ({"method": "ping", "id": None}, None),
        ({"method": "ping", "id": "\ud800"}, None),
        ({"method": "ping"}, None),
        ({"id": 7, "result": {}}, None),
        ([{"method": "ping", "id": 7}], None),
        ("ping", None),
    ],
)
def test_only_requests_are_answered_under_an_id(decoded: object, expected: object) -> None:
    assert answerable_id(decoded) == expected
