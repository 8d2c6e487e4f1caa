"""What every engine promises. An engine's tests define the fixture `engine` and import all names of this package."""

from __future__ import annotations

from index.conformance.filters import *  # noqa: F403
from index.conformance.meaning import *  # noqa: F403
from index.conformance.rebuilds import *  # noqa: F403
from index.conformance.snapshots import *  # noqa: F403
from index.conformance.words import *  # noqa: F403
from index.conformance.writing import *  # noqa: F403
