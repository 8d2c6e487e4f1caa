"""The four prompts: longer tasks laid out for a model. Their texts are ours alone; nothing configures them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from grooveseek.errors import GrooveError

LOOK_BACK_DAYS = 30
MAX_ARGUMENT_CHARACTERS = 500


class UnknownPromptError(GrooveError):
    """No prompt of that name, or one of its required arguments is missing."""


@dataclass(frozen=True, slots=True)
class PromptArgument:
    name: str
    description: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class PromptDefinition:
    name: str
    title: str
    description: str
    argument: PromptArgument
    text: Callable[[str | None], str]
    """The message for the argument's value, None where it was not given."""


CITATIONS = """\
How to cite, in every answer:
- Give the `path` of every document you used, and of none that you did not open.
- Call `get_document` on a document before you mention it, also when you mention it only to set it aside.
- Where a search said `low_confidence: true`, say that the coverage of that point may be thin.
- Where the knowledge base is silent, say so. Mark whatever comes from general knowledge as such."""


def _summarize_topic(topic: str | None) -> str:
    return f"""\
Summarise what this knowledge base holds on the topic {_quoted(topic or "")}.

1. Call `list_topics` and make sure that the topic exists, spelled exactly so. If it does not, say so, offer the \
nearest ones, and stop: do not guess.
2. Gather with `search`, the `topic` filter set to it and a `limit` of about 15, with two or three different \
questions. Hits are ranked excerpts, not the documents.
3. Read the documents that carry weight with `get_document`.
4. Summarise: what is established, where the sources disagree, and what about this topic the base does not cover.

{CITATIONS}
"""


def _deep_dive(question: str | None) -> str:
    return f"""\
Answer this question from the knowledge base, thoroughly: {_quoted(question or "")}

Do not answer from the first search.
1. Call `search` with the question.
2. Take the one or two strongest hits and call `get_connection_graph` with `start` set to their path and `depth: 2`: \
it finds related documents that no query would name.
3. Read the documents that matter whole, with `get_document`.
4. Call `search` again with the vocabulary you met on the way (names, terms, synonyms in the notes' own language).
5. Answer, and say which points rest on one document alone.

{CITATIONS}
"""


def _whats_new(since: str | None) -> str:
    day = _quoted(since) if since else (_today() - timedelta(days=LOOK_BACK_DAYS)).isoformat()
    return f"""\
Survey the documents of this knowledge base that are dated {day} or later.

`date_from` is compared as a plain string with each document's date. Anything that is not written YYYY-MM-DD filters \
out everything instead of failing, so convert the day first if it is written otherwise.

1. Call `search` with `date_from` set to that day and a high `limit` (50 or more). Ranking still follows the query, so \
repeat it with several different queries; `list_topics` suggests some.
2. Repeat at least one of these searches with `include_low_quality: true`: short stubs are hidden by default, and a \
new note often begins as one.
3. Open every document that you will mention with `get_document`, stubs included.
4. Report grouped by category and topic, newest first.
5. State in the answer that the date is what the author wrote in the frontmatter, not the time of a change, so that \
the survey is an approximation: undated documents and silent edits are missing.

{CITATIONS}
"""


def _find_gaps(topic: str | None) -> str:
    scope = f"the topic {_quoted(topic)}" if topic else "this knowledge base"
    filtering = f"Set the `topic` filter to {_quoted(topic)} in every search.\n" if topic else ""
    return f"""\
Find out what is missing or thin in {scope}.
{filtering}
1. Look at `list_topics`. A small topic is not automatically a gap.
2. Ask yourself what a reader would expect to find here, and put each expectation to `search` as a question.
3. Signals, strongest first: empty `results` (there `low_confidence` stays false); `low_confidence: true`; hits that \
are only loosely related.
4. Repeat some of these searches with `include_low_quality: true`: a stub is not the same as nothing.
5. Open hits with `get_document` before you judge them.
6. Report for each gap the question asked, what came back, and whether it is an absence or a stub. Propose no content.

{CITATIONS}
"""


_TOPIC = "a topic exactly as `list_topics` names it"

PROMPTS: tuple[PromptDefinition, ...] = (
    PromptDefinition(
        "summarize_topic",
        "Summarise a topic",
        "Gather what the knowledge base holds on a topic and summarise it, with citations.",
        PromptArgument("topic", _TOPIC, required=True),
        _summarize_topic,
    ),
    PromptDefinition(
        "deep_dive",
        "Answer in depth",
        "Answer a question thoroughly: search, follow related documents, read them whole, search again.",
        PromptArgument("question", "the question to answer", required=True),
        _deep_dive,
    ),
    PromptDefinition(
        "whats_new",
        "What is new",
        "Survey the documents dated since a day, and state what that date means.",
        PromptArgument("since", "the first day, YYYY-MM-DD; default: 30 days ago"),
        _whats_new,
    ),
    PromptDefinition(
        "find_gaps",
        "Find gaps",
        "Look for what is missing or thin in the knowledge base or in one topic.",
        PromptArgument("topic", _TOPIC + "; default: the whole knowledge base"),
        _find_gaps,
    ),
)


def prompt_text(name: str, arguments: Mapping[str, str] | None) -> tuple[PromptDefinition, str]:
    """The prompt and its message. Raises `UnknownPromptError`."""
    definition = next((prompt for prompt in PROMPTS if prompt.name == name), None)
    if definition is None:
        names = ", ".join(prompt.name for prompt in PROMPTS)
        raise UnknownPromptError(f"unknown prompt {name!r}; there are: {names}")
    value = (arguments or {}).get(definition.argument.name, "").strip()
    if definition.argument.required and not value:
        raise UnknownPromptError(f"{name}: the argument `{definition.argument.name}` is required")
    return definition, definition.text(value or None)


def _quoted(value: str) -> str:
    """An argument as data inside the text: one line, bounded, in quotation marks it cannot leave."""
    line = " ".join("".join(character if character.isprintable() else " " for character in value).split())
    if len(line) > MAX_ARGUMENT_CHARACTERS:
        line = line[:MAX_ARGUMENT_CHARACTERS] + "…"
    return '"' + line.replace('"', "'") + '"'


def _today() -> date:
    return datetime.now(UTC).date()
