"""What can go wrong with an endpoint.

The message of an error holds neither URL, key nor anything the endpoint said, so that it may be shown to anyone. What
the endpoint said is the error's cause, an `EndpointReplyError`: for the operator's terminal alone.
"""

from __future__ import annotations

from grooveseek.errors import ModelError

LONGEST_REPLY_BYTES = 512


class EndpointError(ModelError):
    """The endpoint cannot be used as it is: the run stops."""


class PassingError(EndpointError):
    """A failure that may be gone at the next attempt. `retry_after` is that header's value, if there was one."""

    def __init__(self, message: str, retry_after: str | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RefusedInputError(ModelError):
    """The endpoint will not take an input; sending it again is of no use.

    `accepted` counts the batches of the same call that it had taken before.
    """

    def __init__(self, status: int, accepted: int = 0) -> None:
        super().__init__(f"embedding endpoint rejected the input (HTTP {status})")
        self.status = status
        self.accepted = accepted


class EndpointReplyError(ModelError):
    """The beginning of what the endpoint said about an error, as ASCII."""

    def __init__(self, body: bytes) -> None:
        text = body[:LONGEST_REPLY_BYTES].decode("utf-8", "backslashreplace")
        escaped = "".join(char if " " <= char <= "~" else char.encode("unicode_escape").decode() for char in text)
        super().__init__(f"the endpoint replied: {escaped[:LONGEST_REPLY_BYTES]}")
