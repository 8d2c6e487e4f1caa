"""What of a changed document is embedded again."""

from __future__ import annotations

from support.indexing import Base, counters

_NOTE = "# Note\n\nSomething worth finding again, written down in the morning.\n"
_SECTIONS = "# Guide\n\n" + "\n\n".join(
    f"## Part {number}\n\nParagraph number {number} tells of things that no other part of the guide mentions."
    for number in range(5)
)


def test_editing_one_section_embeds_that_section_alone(base: Base) -> None:
    base.write({"guide.md": _SECTIONS})
    base.run()
    assert len(base.embedded) == 1 + 5
    base.embedded.clear()
    base.write({"guide.md": _SECTIONS.replace("Paragraph number 3", "The third paragraph")})
    assert counters(base.run()) == (1, 0, 0, 0)
    assert [text.split("\n\n")[0] for text in base.embedded] == ["Guide > Part 3"]


def test_a_new_title_embeds_every_chunk_again(base: Base) -> None:
    base.write({"guide.md": _SECTIONS})
    base.run()
    before = len(base.embedded)
    base.write({"guide.md": _SECTIONS.replace("# Guide", "# Handbook", 1)})
    base.run()
    assert len(base.embedded) == 2 * before


def test_changed_metadata_alone_embeds_nothing(base: Base) -> None:
    base.write({"a.md": f"---\ntitle: T\ntags: [x]\n---\n{_NOTE}"})
    base.run()
    base.embedded.clear()
    base.write({"a.md": f"---\ntitle: T\ntags: [x, y]\n---\n{_NOTE}"})
    assert counters(base.run()) == (1, 0, 0, 0)
    assert base.embedded == []
    with base.index.snapshot() as snapshot:
        row = snapshot.document("a.md")
    assert row is not None
    assert row.tags == ("x", "y")


def test_passages_that_are_equal_each_have_a_vector(base: Base) -> None:
    section = "## Same\n\nthe very same words over and over again, enough of them for a section of their own"
    base.write({"a.md": f"# T\n\nAn introduction that is long enough to stand.\n\n{section}\n\n{section}\n"})
    base.run()
    with base.index.snapshot() as snapshot:
        stats = snapshot.stats()
    assert (stats.chunks, stats.vectors, stats.pending) == (3, 3, 0)
