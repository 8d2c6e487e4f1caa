"""The knowledge base on disk: names, walk, exclusion, one-handle reads, `kb://` URIs."""
