"""Measure retrieval on the judged knowledge bases and write `docs/retrieval-quality.md`.

With the name of another embedding model as argument the same page is written to `build/quality` instead.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack

from benchmarks.quality import trust
from benchmarks.quality.asked import ask_all
from benchmarks.quality.page import CUTS, page
from benchmarks.quality.rotation import gains_of_default, turns
from benchmarks.quality.sets import BASES, DATA, ONE_LANGUAGE, ROOT, query_sets
from benchmarks.quality.store import FOLDER, build_index, load_vectors

PAGE = ROOT / "docs" / "retrieval-quality.md"


def main(model: str | None = None) -> None:
    missing = [base for base in BASES if not (DATA / base / "kb").is_dir()]
    if missing:
        sys.exit(
            f"no knowledge base {', '.join(missing)} in {DATA}; set GROOVE_TEST_DATA to the folder that holds them"
        )
    with ExitStack() as opened:
        models = load_vectors(model)
        opened.callback(models.close)
        indexes = {}
        for base in (*BASES, *ONE_LANGUAGE):
            indexes[base] = build_index(base, models, say)
            opened.callback(indexes[base].close)
        queries = query_sets()
        sets = [ask_all(indexes[each.base], models, each) for each in queries]
        say("both legs of every question found")
        judged = trust.judge(indexes, models, queries)
        say("asked what cannot be answered")
        text = page(sets, turns(sets), gains_of_default(sets), trust.pairs(judged), trust.curve(judged, CUTS))
        for columns in ((0, 1, 2, 3), (0, 1, 3), (0, 3), (0,)):
            fitted = ", ".join(f"{weight:.2f}" for weight in trust.fit(judged, columns))
            say(f"{' + '.join(trust.NAMES[column] for column in columns)} fitted on all: {fitted}")
    page_file = FOLDER / f"{model}.md" if model else PAGE
    page_file.write_text(text, encoding="utf-8")
    say(f"wrote {page_file.relative_to(ROOT)}")


def say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:2])
