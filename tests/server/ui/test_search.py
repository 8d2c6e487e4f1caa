from __future__ import annotations

from support.browser import DOWN, ENTER, Page, needs_chromium

pytestmark = needs_chromium


def test_typing_is_enough_to_search(page: Page) -> None:
    page.one("#query").send_keys("rollback")
    page.answered()

    assert "ops/release/rollback.md" in page.hits()
    assert page.has("#home[hidden]")
    assert page.driver.title == "rollback · GrooveSeek"


def test_a_hit_shows_its_place_its_score_and_its_words(page: Page) -> None:
    page.search("quicker than a repair")

    first = ".hit:first-child "
    assert page.text(first + "h3 a") == "Rolling back a release"
    assert page.text(first + ".heading").endswith("When to roll back")
    assert page.texts(first + ".where span") == ["ops/release/rollback.md", "line 10", "2026-03-20"]
    assert float(page.text(first + ".score")) > 0
    assert page.texts(first + ".chip") == ["release", "release", "urgent"]
    assert page.texts(first + ".excerpt mark") == ["quicker", "than", "repair"]


def test_japanese_words_behind_emoji_are_marked_where_they_stand(page: Page) -> None:
    page.search("ロールバック")

    marked = page.texts("[aria-label=Results] .excerpt:has(mark) mark")
    assert marked.count("ロールバック") == len(marked) >= 2


def test_an_emptied_box_shows_what_there_is(page: Page) -> None:
    page.search("rollback")
    page.one("#clear").click()

    page.until(lambda: not page.has("#home[hidden]"))
    assert not page.hits()
    assert "ops / release" in page.texts("#home .name")
    assert page.focused() == "query"


def test_a_question_nothing_fits_is_said_to_be_one(page: Page) -> None:
    page.search("zzzqqx wibblefrotz")

    assert page.text(".low").startswith("Low confidence")


def test_what_the_server_notes_is_shown(page: Page) -> None:
    page.instead(
        "/mcp",
        """async (ask) => {
          const reply = await (await ask()).json();
          const answer = JSON.parse(reply.result.content[0].text);
          answer.notices = [{code: "words-only", message: "Searched by words alone."}];
          reply.result.content[0].text = JSON.stringify(answer);
          return Response.json(reply);
        }""",
    )
    page.search("rollback")

    assert page.texts(".notice") == ["Searched by words alone."]


def test_what_a_tool_refuses_is_shown(page: Page) -> None:
    page.one("#query").send_keys("-rollback")

    page.until(lambda: page.has(".failure"))
    assert "exclu" in page.text(".failure")


def test_only_the_last_question_is_answered(page: Page) -> None:
    page.instead(
        "/mcp",
        """async (ask, options) => {
          if (JSON.parse(options.body).params.arguments.query !== "logs") return ask();
          window.asked = true;
          options.signal.addEventListener("abort", () => { window.aborted = true; });
          delete options.signal;
          const reply = await ask();
          await new Promise((done) => setTimeout(done, 900));
          window.late = true;
          return reply;
        }""",
    )
    page.one("#query").send_keys("logs")
    page.until(lambda: page.run("return window.asked"))
    page.search("復旧の手順")
    answered = page.hits()
    page.until(lambda: page.run("return window.late"))

    assert answered[0] == "メモ/運用/復旧.md"
    assert page.hits() == answered
    assert page.run("return window.aborted") is True


NOTE_QUERIES = """(ask, options) => {
  (window.queries ??= []).push(JSON.parse(options.body).params.arguments.query);
  return ask();
}"""


def test_typing_quickly_asks_once(page: Page) -> None:
    page.instead("/mcp", NOTE_QUERIES)
    page.run(
        """const box = document.getElementById("query");
        for (const part of ["r", "ro", "rol", "roll"]) {
          box.value = part;
          box.dispatchEvent(new Event("input", {bubbles: true}));
        }"""
    )
    page.answered()

    assert page.run("return queries") == ["roll"]


def test_a_reply_in_the_form_of_a_stream_is_read_too(page: Page) -> None:
    page.instead(
        "/mcp",
        """async (ask) => {
          const note = {jsonrpc: "2.0", method: "notifications/progress", params: {}};
          const reply = await (await ask()).json();
          const events = [note, reply].map((data) => `event: message\\ndata: ${JSON.stringify(data)}\\n\\n`);
          return new Response(`: hello\\n\\n${events.join("")}`, {headers: {"Content-Type": "text/event-stream"}});
        }""",
    )
    page.search("rollback")

    assert "ops/release/rollback.md" in page.hits()


def test_more_results_can_be_had(page: Page) -> None:
    page.search("line of a long text")
    assert len(page.hits()) == 10
    page.one(".more").click()
    page.until(lambda: len(page.hits()) == 20)

    page.until(lambda: page.all(".hit")[10].get_attribute("aria-current") == "true")


def test_the_address_keeps_the_question(page: Page) -> None:
    page.search("rollback")
    page.show_filters()
    page.choose("#category", "ops")
    page.answered()
    again = page.driver.current_url.partition("/ui")[2]
    page.open(again)
    page.answered()

    assert page.one("#query").get_attribute("value") == "rollback"
    assert all(path.startswith("ops/") for path in page.hits())


def test_words_that_are_being_composed_are_not_searched_yet(page: Page) -> None:
    page.instead("/mcp", NOTE_QUERIES)
    compose = {"text": "ふっきゅう", "selectionStart": 5, "selectionEnd": 5}
    page.driver.execute_cdp_cmd("Input.imeSetComposition", compose)
    page.pause(0.4)
    assert page.run("return window.queries ?? []") == []
    page.driver.execute_cdp_cmd("Input.insertText", {"text": "復旧"})
    page.answered()

    assert page.run("return queries") == ["復旧"]
    assert page.hits()[0] == "メモ/運用/復旧.md"


def test_enter_opens_the_first_hit_unless_another_is_chosen(page: Page) -> None:
    page.search("rollback")
    first, second = page.hits()[:2]
    page.press(ENTER)
    page.until(lambda: page.texts(".about .path") == [first])
    page.one("#pane-close").click()
    page.one("#query").click()
    page.press(DOWN, DOWN, ENTER)

    page.until(lambda: page.texts(".about .path") == [second])
