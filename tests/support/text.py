"""Text that has broken text handling."""

from __future__ import annotations

from hypothesis import strategies as st

AWKWARD_CHARACTERS = (
    "aBﬀßıİǰŁæøé\u0301\u0323\u0308\u0345\u0327xΣςΐᾳЙё"
    "かがハ\u3099\u309aｶﾊﾞﾟー日⽇神\ufa19㍻①²½Ａ１～〜　\u00a0"
    "’“‐−-\u00ad\u200b\u2060\ufeff\u200d\u200c\ufe0f\U000e0100"
    "\r\n\t\0 。．.!?」)👨👩👍🏽🇯🇵🇫ᄒ\u1161ᆫ한하ﾡ\u0600क\u094dष\u09c7\u09be"
)

awkward_text = st.text(alphabet=st.sampled_from(AWKWARD_CHARACTERS))
any_text = st.text() | awkward_text
