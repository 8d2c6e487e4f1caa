"""Five notes and the default model: what a question means decides, not the words that every question has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import grooveseek
from grooveseek.api.notes import Notes

ENGLISH = {
    "bikes.md": (
        "# Fixing a puncture\n\n"
        "Take off the wheel, lift the tyre with levers, find the hole in the inner tube under water, "
        "roughen it and glue a patch on it.\n"
    ),
    "bread.md": (
        "# Sourdough bread\n\n"
        "Mix flour, water and starter in the evening. Let the dough rise overnight on the counter and "
        "bake it in a hot oven in the morning.\n"
    ),
    "garden.md": (
        "# Watering tomatoes\n\n"
        "Young tomato plants need water at the root twice a day in summer; never wet the leaves or "
        "blight spreads among them.\n"
    ),
    "tax.md": (
        "# Tax return\n\n"
        "How do I file? The declaration is due in May. Keep every receipt for what you do at the office,"
        " and ask the adviser when the form is unclear.\n"
    ),
    "wifi.md": (
        "# Router\n\n"
        "Our wireless network is called Maple. To join it, hold the phone against the sticker below the "
        "router and scan the code there.\n"
    ),
}
JAPANESE = {
    "bikes.md": (
        "# パンク修理\n\n"
        "車輪を外し、レバーでタイヤを持ち上げ、チューブの穴を水の中で探して、やすりをかけてからパッチを貼"
        "ります。\n"
    ),
    "bread.md": (
        "# 天然酵母のパン\n\n夜のうちに小麦粉と水と元種を混ぜ、室温でひと晩発酵させて、朝に熱いオーブンで焼きます。\n"
    ),
    "garden.md": (
        "# トマトの水やり\n\n夏の若い苗には一日に二回、根元に水をやります。葉を濡らすと病気が広がるので避けましょう。\n"
    ),
    "tax.md": (
        "# 確定申告\n\n"
        "どのようにすればいいですか、という質問が多いです。申告の期限は三月です。領収書はすべて保管してお"
        "いてください。\n"
    ),
    "wifi.md": (
        "# ルーター\n\n家の無線の名前はメープルです。つなぐには、本体の下のシールを電話のカメラで読み取ります。\n"
    ),
}


@pytest.fixture(scope="module", params=[ENGLISH, JAPANESE], ids=["english", "japanese"])
def notes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notes]:
    root: Path = tmp_path_factory.mktemp("five") / "kb"
    root.mkdir()
    for path, text in request.param.items():
        (root / path).write_text(text, encoding="utf-8")
    with grooveseek.open(root) as opened:
        opened.index()
        yield opened


QUESTIONS = {
    "english": [
        ("How do I repair a flat?", "bikes.md"),
        ("What do I do when the bicycle has a flat?", "bikes.md"),
        ("how to make a loaf", "bread.md"),
        ("How do I get online with my mobile?", "wifi.md"),
        ("When is the best time for the plants to be watered?", "garden.md"),
        ("how is the internet connection at the house set up", "wifi.md"),
    ],
    "japanese": [
        ("自転車が壊れたらどうすればいいですか", "bikes.md"),
        ("インターネットに接続するにはどのようにすればいいですか", "wifi.md"),
        ("おいしい食パンの作り方を教えてください", "bread.md"),
        ("野菜を育てるときの注意はどのようなことですか", "garden.md"),
        ("税金の書類はいつまでに出しますか", "tax.md"),
        ("スマホをネットにつなぐ質問です", "wifi.md"),
    ],
}


def test_the_note_that_a_question_means_comes_first(notes: Notes, request: pytest.FixtureRequest) -> None:
    language = request.node.callspec.id

    found = {question: notes.ask(question).hits[0].path for question, _ in QUESTIONS[language]}

    assert found == dict(QUESTIONS[language])


def test_what_no_note_says_is_doubtful(notes: Notes) -> None:
    for question in ("what is the password of the bank", "銀行の暗証番号は何ですか", "zzzqqx wibblefrotz"):
        assert notes.ask(question).low_confidence
