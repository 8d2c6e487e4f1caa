from grooveseek.api.notes import Notes as Notes
from grooveseek.api.notes import open as open  # noqa: A004
from grooveseek.errors import GrooveError as GrooveError
from grooveseek.indexing.report import Summary as Summary
from grooveseek.search.answer import Answer as Answer
from grooveseek.search.answer import Hit as Hit
from grooveseek.search.request import SearchArguments as SearchArguments
from grooveseek.workspace.state import State as State

__version__: str
