"""Files become an index: plan, run, progress, lock, watcher."""
