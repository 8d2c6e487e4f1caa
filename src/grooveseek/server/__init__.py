"""MCP tools, prompts and resources over stdio and HTTP."""
