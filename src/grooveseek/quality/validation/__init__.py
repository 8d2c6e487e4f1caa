"""Frontmatter against `groove-schema.toml`."""
