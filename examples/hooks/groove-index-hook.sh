#!/bin/sh
# Bring the index up to date after a tool of an agent wrote a file, if that file is one of the notes.
#
# Reads the hook's payload (JSON) from standard input: tool_input.file_path and tool_input.file_paths[].
# Nothing goes to standard output; what the indexer says goes to standard error.
#
#   KB_PATH        the folder of notes, absolute; without it nothing is done
#   KB_EXTENSIONS  which files count, for example "md txt" (default: every format that can be indexed)
#   GROOVE_BIN     the program (default: groove)
set -u

say() { printf 'groove-index-hook: %s\n' "$*" >&2; }

index() {
    # Whatever went wrong, an exit code of 2 would be taken for an order to undo the edit.
    "${GROOVE_BIN:-groove}" index --kb-path "$KB_PATH" >&2 || exit 1
    exit 0
}

# One path a line. A line break inside a name becomes "?", which changes neither its folder nor its extension.
written_files() {
    if command -v jq >/dev/null 2>&1; then
        jq -r '.tool_input | (.file_path, .file_paths[]?) | strings | gsub("\n"; "?")'
    elif command -v python3 >/dev/null 2>&1; then
        python3 -c '
import json, sys
given = json.load(sys.stdin)["tool_input"]
for path in [given.get("file_path"), *(given.get("file_paths") or [])]:
    if isinstance(path, str):
        print(path.replace("\n", "?"))'
    fi 2>/dev/null
}

# The absolute path without links and dots, where its folder is there; else as it was written.
resolved() {
    case $1 in
        /*) path=$1 ;;
        *) path=$PWD/$1 ;;
    esac
    folder=$(CDPATH='' cd -- "${path%/*}/" 2>/dev/null && pwd -P) || folder=${path%/*}
    printf '%s/%s\n' "${folder%/}" "${path##*/}"
}

known_extension() {
    name=${1##*/}
    stem=${name%.*}
    [ "$stem" != "$name" ] && [ -n "$stem" ] || return 1
    extension=$(printf %s "${name##*.}" | tr '[:upper:]' '[:lower:]')
    case " $extensions " in
        *" $extension "*) return 0 ;;
    esac
    return 1
}

if [ -z "${KB_PATH:-}" ]; then
    say "KB_PATH is not set, so nothing was indexed"
    exit 0
fi
extensions=$(printf %s "${KB_EXTENSIONS:-md markdown mdx html txt pdf docx xlsx pptx rs py php js}" | tr '[:upper:]' '[:lower:]')
root=$(CDPATH='' cd -- "$KB_PATH" 2>/dev/null && pwd -P) || root=$KB_PATH

files=$(written_files)
# A payload that names no file, or cannot be read here, may still have changed one.
[ -n "$files" ] || index
while IFS= read -r file; do
    # With its separator, so that /notes is not taken for the beginning of /notes-old.
    case $(resolved "$file") in
        "${root%/}/"*) ! known_extension "$file" || index ;;
    esac
done <<EOF
$files
EOF
exit 0
