from __future__ import annotations

from selenium.webdriver import Chrome

from support.browser import DOWN, ENTER, LEFT, RIGHT, Page, evaluated, needs_chromium

pytestmark = needs_chromium

START = "related/database.md"


def drawn(page: Page, path: str = START) -> None:
    page.until(lambda: page.has(f".node.start[data-path='{path}']"))


def nodes(page: Page, css: str = ".node") -> list[str]:
    return list(page.run("return [...document.querySelectorAll(arguments[0])].map(node => node.dataset.path)", css))


def test_connections_are_drawn_from_a_hit(page: Page) -> None:
    page.search("backup of the database dumped")
    assert page.hits()[0] == START
    page.one(".hit:first-child .walk").click()
    drawn(page)

    assert nodes(page)[0] == START
    assert {"related/files.md", "related/mail.md", "related/photos.md"} <= set(nodes(page))
    assert len(set(nodes(page))) == len(nodes(page))
    assert len(page.all(".edge")) == len(nodes(page)) - 1
    assert page.text(".about-node h3").startswith("Backup database")


def test_every_box_keeps_its_words_inside(page: Page) -> None:
    page.open(f"#graph={START}")
    drawn(page)

    assert page.run(
        """return [...document.querySelectorAll(".node")].every((node) => {
          const box = node.querySelector("rect").getBoundingClientRect();
          return [...node.querySelectorAll("text")].every((text) => {
            const {left, right} = text.getBoundingClientRect();
            return left >= box.left && right <= box.right;
          });
        });"""
    )


def test_a_click_walks_on_and_the_way_leads_back(page: Page) -> None:
    page.open(f"#graph={START}")
    drawn(page)
    page.one(".node[data-path='related/files.md']").click()
    drawn(page, "related/files.md")
    assert page.texts(".trail li") == ["database.md", "files.md"]
    visited = nodes(page, ".node.visited")
    assert visited == [START]

    page.one(".trail button").click()
    drawn(page)
    assert page.texts(".trail li") == ["database.md"]
    page.driver.back()
    drawn(page, "related/files.md")
    assert page.texts(".trail li") == ["database.md", "files.md"]


def test_the_graph_is_walked_with_the_keyboard(page: Page) -> None:
    page.open(f"#graph={START}")
    drawn(page)
    page.press(RIGHT, DOWN, LEFT, RIGHT)
    chosen = page.driver.switch_to.active_element.get_attribute("data-path") or ""
    assert chosen != START
    assert page.text(".about-node .path") == chosen
    page.press(ENTER)
    drawn(page, chosen)
    page.press(RIGHT)
    read = page.driver.switch_to.active_element.get_attribute("data-path")
    page.press("r")

    page.until(lambda: page.texts(".about .path") == [read])


def test_steps_neighbours_and_similarity_can_be_set(page: Page) -> None:
    page.open(f"#graph={START}")
    drawn(page)
    page.choose("[name=depth]", "1")
    page.until(lambda: len(nodes(page)) == 4)
    page.choose("[name=fan_out]", "5")
    page.until(lambda: len(nodes(page)) > 4)
    page.run(
        "const box = document.querySelector('[name=min_similarity]'); box.value = 1;"
        "box.dispatchEvent(new Event('change', {bubbles: true}));"
    )
    page.until(lambda: nodes(page) == [START])

    assert page.text("#pane .notice").startswith("Nothing is similar enough.")
    # What was set stays so for the whole visit, so leave it as it was.
    page.driver.refresh()


def test_a_document_that_is_not_indexed_says_so(page: Page) -> None:
    page.open("#graph=no-such.md")
    page.until(lambda: page.has("#pane .failure"))

    assert "no-such.md" in page.text("#pane .failure")


def test_parents_stand_in_the_middle_of_what_they_lead_to(driver: Chrome) -> None:
    parents = {0: None, 1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 99}
    given = [{"node_id": node, "parent_id": parent} for node, parent in parents.items()]
    found = evaluated(
        driver,
        ["tree"],
        "(({places, rows, columns}) => ({rows, columns, places: [...places]}))(layOut(arguments[0]))",
        given,
    )

    assert {node: (place["column"], place["row"]) for node, place in found["places"]} == {
        0: (0, 1.25),
        1: (1, 0.5),
        2: (1, 2),
        3: (2, 0),
        4: (2, 1),
        5: (2, 2),
        6: (0, 3),
    }
    assert (found["rows"], found["columns"]) == (4, 3)


def test_no_node_is_no_drawing(driver: Chrome) -> None:
    assert evaluated(driver, ["tree"], "layOut([]).columns") == 1
