"""`prompts/list` and `prompts/get`: the protocol's side of the prompts."""

from __future__ import annotations

import mcp_types as types
from mcp.shared.exceptions import MCPError

from grooveseek.server.icon import ICONS
from grooveseek.server.prompts import PROMPTS, PromptDefinition, UnknownPromptError, prompt_text


def list_prompts() -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[_listed(prompt) for prompt in PROMPTS])


def get_prompt(params: types.GetPromptRequestParams) -> types.GetPromptResult:
    """Raises `MCPError` (invalid params) for an unknown prompt or a missing argument."""
    try:
        definition, text = prompt_text(params.name, params.arguments)
    except UnknownPromptError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    message = types.PromptMessage(role="user", content=types.TextContent(text=text))
    return types.GetPromptResult(description=definition.description, messages=[message])


def _listed(prompt: PromptDefinition) -> types.Prompt:
    argument = prompt.argument
    listed = types.PromptArgument(name=argument.name, description=argument.description, required=argument.required)
    return types.Prompt(
        name=prompt.name, title=prompt.title, description=prompt.description, arguments=[listed], icons=ICONS
    )
