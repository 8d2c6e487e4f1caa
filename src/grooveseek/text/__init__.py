"""Pure text work: folding, script classes, sentence and grapheme borders, offsets, token estimate."""
