"""An index that followed a long random history equals one that is built afresh, row by row."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from support.indexing import Base, rows_of, watching
from support.soak import rounds, seed

_STEPS = 300
_WORDS = ["river", "stone", "lamp", "日記", "検索", "protocol", "index", "garden", "会議", "window", "paper"]


class _Vandal:
    """Does to a folder what people, editors and programs do."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self._root = root
        self._chance = chance

    def act(self) -> None:
        kinds = [self.write] * 8 + [self.edit] * 8 + [self.move] * 4 + [self.delete] * 3
        kinds += [self.save_aside, self.move_folder, self.move_folder, self.delete_folder, self.touch, self.swap]
        self._chance.choice(kinds)()

    def write(self) -> None:
        self._put(self._new_place(), self._text())

    def edit(self) -> None:
        if file := self._any_file():
            text = file.read_text()
            self._put(file, text + self._paragraph() if self._chance.random() < 0.5 else self._text())

    def save_aside(self) -> None:
        if file := self._any_file():
            aside = file.with_name(f".{file.name}.tmp")
            self._put(aside, self._text())
            aside.replace(file)

    def touch(self) -> None:
        if file := self._any_file():
            file.touch()

    def move(self) -> None:
        if file := self._any_file():
            place = self._new_place()
            place.parent.mkdir(parents=True, exist_ok=True)
            file.replace(place)

    def swap(self) -> None:
        one, other = self._any_file(), self._any_file()
        if one and other and one != other:
            aside = one.with_name("aside")
            one.rename(aside)
            other.rename(one)
            aside.rename(other)

    def delete(self) -> None:
        if file := self._any_file():
            file.unlink()

    def move_folder(self) -> None:
        folders = [place for place in self._root.rglob("*") if place.is_dir()]
        if folders:
            folder = self._chance.choice(folders)
            target = self._root / self._name()
            if not target.exists():
                folder.rename(target)

    def delete_folder(self) -> None:
        folders = [place for place in self._root.rglob("*") if place.is_dir()]
        if folders and self._chance.random() < 0.5:
            shutil.rmtree(self._chance.choice(folders))

    def _any_file(self) -> Path | None:
        files = sorted(place for place in self._root.rglob("*") if place.is_file())
        return self._chance.choice(files) if files else None

    def _name(self) -> str:
        return f"{self._chance.choice(_WORDS)}-{self._chance.randrange(6)}"

    def _new_place(self) -> Path:
        folders = [self._name() for _ in range(self._chance.randrange(3))]
        ending = self._chance.choice(["md"] * 8 + ["txt", "png"])
        return self._root.joinpath(*folders, f"{self._name()}.{ending}")

    def _put(self, place: Path, text: str) -> None:
        if not any(parent.is_file() for parent in place.parents) and not place.is_dir():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)

    def _paragraph(self) -> str:
        return "\n\n" + " ".join(self._chance.choice(_WORDS) for _ in range(20)) + ".\n"

    def _text(self) -> str:
        top = self._chance.choice(
            ["", "", "---\ntitle: A title\ntags: [a, b]\nstatus: draft\n---\n", "---\ntopic: t\n---\n"]
        )
        heading = self._chance.choice(["", f"# {self._name()}\n"])
        sections = "".join(f"\n## {self._name()}\n{self._paragraph()}" for _ in range(self._chance.randrange(3)))
        return self._chance.choice([top + heading + self._paragraph() + sections] * 20 + [""])


@pytest.mark.timeout(120 * rounds(1, 50))
@pytest.mark.parametrize("mode", ["off", "static"])
def test_a_followed_index_equals_a_fresh_one(base: Base, mode: str) -> None:
    base.formats = ("md", "txt")
    base.settings = {"context_mode": mode, "declared_fields": ("status",)}
    base.run()
    chance = random.Random(seed())
    vandal = _Vandal(base.root, chance)
    for _ in range(rounds(1, 20)):
        with watching(base, at_rest=False, debounce_ms=30) as watcher:
            for _ in range(_STEPS):
                vandal.act()
                time.sleep(chance.choice([0, 0, 0, 0.002, 0.05]))
            watcher.settle()
        followed = rows_of(base.index)
        assert list(base.index.check()) == []
        base.run(force=True)
        assert followed == rows_of(base.index)
