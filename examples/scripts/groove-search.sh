#!/bin/sh
# Ask a running server one question, and print its answer as JSON. Needs curl and jq.
# usage: groove-search.sh QUESTION [ARGUMENTS-AS-JSON], for example: groove-search.sh "log rotation" '{"limit": 3}'
set -eu
url=${GROOVE_URL:-http://127.0.0.1:3100/mcp}

request=$(jq -cn --arg query "$1" --argjson more "${2:-{\}}" '{
  jsonrpc: "2.0", id: 1, method: "tools/call",
  params: {
    name: "search", arguments: ({query: $query} + $more),
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {}
    }
  }
}')

reply=$(curl --silent --show-error --fail-with-body "$url" \
    --header 'Content-Type: application/json' \
    --header 'Accept: application/json, text/event-stream' \
    --header 'MCP-Protocol-Version: 2026-07-28' \
    --header 'Mcp-Method: tools/call' \
    --header 'Mcp-Name: search' \
    --data-binary "$request")

# It is JSON, or a stream of events with the JSON behind "data:".
printf '%s\n' "$reply" | sed 's/^data: *//' |
    jq -rR 'fromjson? | select(.id == 1) | .result.content[0].text // error(.error.message)'
