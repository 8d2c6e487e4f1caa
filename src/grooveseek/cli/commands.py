"""The subcommands and what each is for. A new one is a line here and a module of its name."""

SUBCOMMANDS = {
    "index": (
        "Index a folder of notes, or bring its index up to date. Text is searchable at once, vectors follow; a run "
        "that was interrupted goes on where it stopped."
    ),
    "search": "Search the notes, for programs (JSON) or people (text).",
    "ask": (
        "Search the notes and read the answer in the terminal. The same as `search --format text`, with the words of "
        "the question in bold on a terminal."
    ),
    "graph": "Show what is related to a document. The walk goes from its chunks to their nearest neighbours, and on.",
    "status": "Show what the index holds. No model is loaded.",
    "validate": "Check the frontmatter of every note against groove-schema.toml.",
    "doctor": "Check that the index agrees with itself, and with what is configured. Repairs nothing.",
    "eval": (
        "Measure how well golden questions are answered. Runs are kept and compared, and a run that got worse can fail."
    ),
    "tune": (
        "Measure whether other constants of fusion would answer the golden questions better. Applies nothing; keeping "
        "the default is the usual outcome."
    ),
    "serve": "Serve the notes to AI agents over MCP, on stdio or HTTP.",
    "model": "Show, fetch and locate local models.",
    "service": "Run `groove serve` as a service of the operating system. No administrator rights are needed.",
    "completion": "Print a script that completes `groove` in your shell.",
}
