"""One document or group handed over, under the path rules."""
