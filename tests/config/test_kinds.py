from __future__ import annotations

from grooveseek.config.kinds import Secret


def test_a_secret_is_a_string_that_does_not_show() -> None:
    secret = Secret("sk-123")
    assert secret == "sk-123"
    assert "sk-123" not in repr(secret)
    assert "sk-123" not in repr([secret])
