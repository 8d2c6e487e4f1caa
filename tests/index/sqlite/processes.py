"""Programs that tests run as processes of their own, to be killed or to compete: `python processes.py NAME PATH`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from grooveseek.index.open import open_index
from grooveseek.index.records import ChunkFilter, Facts, Rename, TextQuery
from grooveseek.index.sqlite import packing
from support.index import document, write, write_embedded


def edit(path: Path) -> None:
    """Write, rewrite, rename and remove documents until killed; three sections a document, always."""
    # A few documents are enough to be packed, so that packing is killed too.
    packing.WORTH_PACKING = 1
    index = open_index(path, create=True)
    print("ready", flush=True)
    turn = 0
    while True:
        name = f"{turn % 17}.md"
        write_embedded(index, document(name, "common first", f"common section {turn}", f"common ending {turn % 3}"))
        if turn % 5 == 0:
            write(index, document(name, f"common new {turn}", f"common section {turn}", "common last"))
        if turn % 7 == 0:
            index.rename([Rename(name, f"moved-{name}")])
        if turn % 11 == 0:
            index.remove_documents([f"moved-{name}"])
        if turn % 3 == 0:
            index.compact()
        turn += 1


def rebuild(path: Path) -> None:
    """Build a generation beside the current one, endlessly."""
    index = open_index(path, create=True)
    new = index.begin_rebuild(Facts())
    turn = 0
    while True:
        write_embedded(new, document(f"{turn}.md", f"common words {turn}"))
        if turn == 0:
            print("ready", flush=True)
        turn += 1


def switch(path: Path) -> None:
    """Replace the whole index again and again; each generation has three documents."""
    index = open_index(path, create=True)
    print("ready", flush=True)
    turn = 0
    while True:
        new = index.begin_rebuild(Facts(model=f"m{turn}"))
        for row in range(3):
            write_embedded(new, document(f"{turn}-{row}.md", f"common words {turn} {row}"))
        new.commit_rebuild()
        turn += 1


def first(path: Path) -> None:
    """Make the index at a moment all agree on, write one document, read it back."""
    moment = float(sys.argv[3])
    time.sleep(max(0, moment - time.time()))
    index = open_index(path, create=True)
    name = f"{sys.argv[4]}.md"
    write(index, document(name, f"common words of {name}"))
    with index.snapshot() as snapshot:
        assert snapshot.document(name) is not None
    index.close()
    print("done", flush=True)


def read(path: Path) -> None:
    """Search so many times."""
    index = open_index(path, create=False)
    for _ in range(int(sys.argv[3])):
        with index.snapshot() as snapshot:
            found = snapshot.text_candidates(TextQuery(("common",)), ChunkFilter(), 1000)
            assert len(found) == snapshot.stats().chunks
    print("done", flush=True)


if __name__ == "__main__":
    {"edit": edit, "rebuild": rebuild, "switch": switch, "first": first, "read": read}[sys.argv[1]](Path(sys.argv[2]))
