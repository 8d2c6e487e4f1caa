"""Tests of the index: a suite for any engine, and the tests of each engine's own parts."""
