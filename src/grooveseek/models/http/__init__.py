"""Vectors from an HTTP endpoint that speaks the OpenAI format."""

from grooveseek.models.http.errors import EndpointError, RefusedInputError
from grooveseek.models.http.provider import HttpEmbedder
from grooveseek.models.http.settings import HttpSettings, http_settings

__all__ = ["EndpointError", "HttpEmbedder", "HttpSettings", "RefusedInputError", "http_settings"]
