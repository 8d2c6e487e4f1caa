"""A small knowledge base to look at: two languages, dates, tags, long and hostile documents."""

from __future__ import annotations

import json

HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"

LONG_LINES = 4500
HIDDEN_LINE = 4100

NOTES = {
    "readme.md": "# Read me\n\nThese notes are about running a small service.\n",
    "ops/release/rollback.md": (
        "---\ntitle: Rolling back a release\ndate: 2026-03-20\ntags: [release, urgent]\n---\n"
        "# Rolling back a release\n\n## When to roll back\n\n"
        "A rollback is quicker than a repair at night, and nobody has to think.\n\n"
        "## How\n\n> Tell the others first.\n\n```sh\n# not a heading\ndeploy --to v1.4.2\n```\n\n"
        "Afterwards check the rollback in the log.\n"
    ),
    "ops/release/checklist.md": (
        "---\ntitle: Release checklist\ndate: 2026-05-02\ntags: [release]\n---\n"
        "# Release checklist\n\nBefore a release: back up the database, tell the others, plan the rollback.\n"
    ),
    "ops/logs/rotation.md": (
        "---\ntitle: Log rotation\ndate: 2025-11-01\ntags: [logs]\n---\n# Log rotation\n\nRotate the log every night.\n"
    ),
    "メモ/運用/復旧.md": (
        "---\ntitle: 復旧の手順\ndate: 2026-04-01\ntags: [運用, 復旧]\n---\n# 復旧の手順\n\n"
        "絵文字🚀👨‍👩‍👧のあとでも、ロールバックの位置は正しい。前のタグへロールバックする。\n"
    ),
    "strange/hostile.md": (
        f"---\ntitle: {json.dumps(HOSTILE)}\ntags: ['<b>bold</b>']\ntopic: '<i>topic</i>'\n---\n"
        f"# {HOSTILE}\n\nmarkupword {HOSTILE} [link](javascript:alert(1)) &amp; &lt;\n"
    ),
    "long/long.md": "# Long\n\n"
    + "".join(
        "The needleword is here.\n" if number == HIDDEN_LINE else f"Line {number} of a long text.\n"
        for number in range(3, LONG_LINES + 1)
    ),
    **{
        f"related/{name}.md": f"---\ntitle: Backup {name}\n---\n# Backup {name}\n\n"
        f"How the backup of the {name} is made, kept and restored. {detail}\n"
        for name, detail in {
            "database": "The database is dumped every night.",
            "files": "The files are copied every night.",
            "mail": "The mail is copied every week.",
            "photos": "The photos are copied every month.",
        }.items()
    },
}
