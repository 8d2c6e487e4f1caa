"""The bytes of one file become a `Document` of `Chunk`s."""
