"""Golden sets, metrics, `eval`, `tune`, `doctor`, `validate`."""
