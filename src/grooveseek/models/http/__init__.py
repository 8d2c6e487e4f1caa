"""Vectors from an HTTP endpoint that speaks the OpenAI format; `provider.HttpEmbedder` is the embedder."""

from grooveseek.models.http.errors import EndpointError, EndpointReplyError, RefusedInputError
from grooveseek.models.http.settings import HttpSettings, http_settings

__all__ = ["EndpointError", "EndpointReplyError", "HttpSettings", "RefusedInputError", "http_settings"]
