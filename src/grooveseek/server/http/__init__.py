"""The server over HTTP: routes, the gate before them, sessions, and the process around it."""
