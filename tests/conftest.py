"""What every test relies on."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background has them ignore interrupts, and every child would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
