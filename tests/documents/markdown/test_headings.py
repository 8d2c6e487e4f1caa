from __future__ import annotations

import time

import pytest

from grooveseek.documents.markdown.headings import HeadingText, heading_text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("The {#anchor} stays {inside}", "The {#anchor} stays {inside}"),
        ("`<br>`", "<br>"),
        (r"PropType\<T>", "PropType<T>"),
        ("**Bold** and *slanted* and __more__", "Bold and slanted and more"),
        ("snake_case_name", "snake_case_name"),
        ("A &amp; B &lt;C&gt;", "A & B <C>"),
        ("[1.2.0] - 2024", "[1.2.0] - 2024"),
        ("[[Page|alias]]", "[[Page|alias]]"),
        ("Two\nlines", "Two lines"),
        ("Composition API: <br>Dependency Injection", "Composition API: Dependency Injection"),
        ("See <https://example.org>", "See https://example.org"),
        ("  spaced   out  ", "spaced out"),
        ("", ""),
        ("C#", "C#"),
    ],
)
def test_the_text_is_plain_and_whole(markup: str, text: str) -> None:
    assert heading_text(markup) == HeadingText(text, is_whole=True)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("See [the guide](/guide/one)", "See the guide"),
        ("![logo](logo.png) Name", "logo Name"),
        ("Hidden <!-- remark -->", "Hidden"),
        ("a" * 201, "a" * 200),
        ("か\u3099" * 101, "か\u3099" * 100),
    ],
)
def test_a_line_that_says_more_is_known(markup: str, text: str) -> None:
    assert heading_text(markup) == HeadingText(text, is_whole=False)


@pytest.mark.parametrize(
    ("markup", "told"),
    [
        (
            "Computed Properties {#computed-properties}",
            HeadingText("Computed Properties", True, "#computed-properties"),
        ),
        ("算出プロパティ {#computed-properties}", HeadingText("算出プロパティ", True, "#computed-properties")),
        ("Setup {#setup .wide}", HeadingText("Setup", True, "#setup .wide")),
        ("Setup {: #setup }  ", HeadingText("Setup", True, "#setup")),
        ("`<script setup>` {#script-setup}", HeadingText("<script setup>", True, "#script-setup")),
        (
            'onUpdated() <sup class="badge" data-text="3.5+" /> {#onupdated}',
            HeadingText("onUpdated()", False, "#onupdated"),
        ),
        ("{#alone}", HeadingText("", True, "#alone")),
        ("Two {#first} {#second}", HeadingText("Two {#first}", True, "#second")),
    ],
)
def test_an_attribute_list_is_told_apart(markup: str, told: HeadingText) -> None:
    assert heading_text(markup) == told


@pytest.mark.parametrize(
    "markup", ["{" * 200_000, "{ " * 100_000, "{#a" * 70_000, "a {#" + " " * 200_000, "}" * 200_000]
)
def test_braces_cost_no_more_than_linear_time(markup: str) -> None:
    start = time.process_time()
    heading_text(markup)
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("markup", ["[" * 380, "*a_" * 120, "`" * 100 + "a" + "``" * 100, "![" * 190, "<a " * 130])
def test_a_hostile_heading_costs_little(markup: str) -> None:
    start = time.process_time()
    for _ in range(100):
        heading_text(markup)
    assert time.process_time() - start < 0.5
