"""One module per tool: its arguments into a request, its answer into plain JSON values."""
