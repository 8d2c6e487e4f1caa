"""Questions that none of the judged knowledge bases can answer."""

from __future__ import annotations

import random

EVERYDAY = (
    "what is the capital of Portugal",
    "best recipe for apple pie",
    "how to train a puppy not to bite",
    "symptoms of vitamin d deficiency",
    "cheap flights from Berlin to Lisbon",
    "how do I file a tax return",
    "install nginx on debian",
    "lyrics of a lullaby",
    "pandas groupby example",
    "which bus goes to the airport",
    "how long to boil an egg",
    "opening hours of the public library",
    "remove red wine stains from a carpet",
    "history of the Hanseatic League",
    "what size of bicycle do I need",
    "interest rates for a mortgage",
    "knitting pattern for socks",
    "how to prune roses in winter",
    "minutes of the meeting in March",
    "password for the guest network",
    "鳥取砂丘への行き方",
    "確定申告の期限はいつですか",
    "おいしいカレーの作り方",
    "犬のしつけ方",
    "東京から大阪までの新幹線の料金",
    "給与明細の見方",
    "Dockerコンテナの再起動",
    "明日の天気予報",
    "英会話を始めるには",
    "ギターのコードの弾き方",
    "引っ越しの手続きは何が必要ですか",
    "風邪をひいたときの食事",
    "議事録はどこにありますか",
    "ふるさと納税の上限額",
    "子どもの自転車の選び方",
    "洗濯機の掃除の仕方",
    "会議室の予約",
    "来週の当番は誰ですか",
    "庭の雑草を抜く道具",
    "図書館の開館時間",
)

_SEED = 5
_GIBBERISH = 40
_KATAKANA = range(0x30A2, 0x30F0)


def gibberish() -> tuple[str, ...]:
    """Letters at random, in words like those of a question; every third in katakana."""
    drawn = random.Random(_SEED)
    return tuple(_katakana(drawn) if number % 3 == 2 else _latin(drawn) for number in range(_GIBBERISH))


def _katakana(drawn: random.Random) -> str:
    return "".join(chr(drawn.choice(_KATAKANA)) for _ in range(drawn.randint(4, 12)))


def _latin(drawn: random.Random) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join("".join(drawn.choices(letters, k=drawn.randint(4, 11))) for _ in range(drawn.randint(1, 5)))
