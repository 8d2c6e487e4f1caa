"""Where the grammar of a programming language comes from: a native library, or a package in a folder or installed."""
