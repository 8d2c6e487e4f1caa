// A minimal MCP client: every call is one complete POST, without handshake or session.

const REVISION = "2026-07-28";

export class ToolError extends Error {}
export class Unreachable extends Error {}
export class Forbidden extends Error {}

let lastId = 0;

// The value a tool answers. Throws ToolError with its text, Forbidden, Unreachable, or AbortError for an ended `signal`.
export async function callTool(name, argumentsGiven, signal) {
  const id = ++lastId;
  const message = {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      name,
      arguments: argumentsGiven,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const reply = messageOf(await posted(message, signal), id);
  if (reply.error) throw new ToolError(reply.error.message);
  const value = JSON.parse(reply.result.content[0].text);
  if (reply.result.isError) throw new ToolError(value.error);
  return value;
}

async function posted(message, signal) {
  try {
    const response = await fetch("/mcp", {
      method: "POST",
      signal,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": message.method,
        "Mcp-Name": message.params.name,
      },
      body: JSON.stringify(message),
    });
    const answer = { status: response.status, type: response.headers.get("Content-Type") ?? "", text: await response.text() };
    if (answer.status === 403) throw new Forbidden(answer.text);
    return answer;
  } catch (failure) {
    throw failure instanceof TypeError ? new Unreachable(failure.message) : failure;
  }
}

// Out of JSON, or out of the events of a stream, which may hold notifications too.
export function messageOf({ status, type, text }, id) {
  try {
    const messages = type.startsWith("text/event-stream") ? eventData(text).map((data) => JSON.parse(data)) : [JSON.parse(text)];
    const reply = messages.find((message) => (message.id === id && (message.result || message.error)) || (status >= 400 && message.error));
    if (reply) return reply;
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
  }
  throw new ToolError(`HTTP ${status}: ${text.slice(0, 200)}`);
}

export function eventData(stream) {
  const fields = (event) => event.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
  const events = stream.split(/\r\n\r\n|\n\n|\r\r/).map((event) => fields(event).map((line) => line.slice(5).replace(/^ /, "")).join("\n"));
  return events.filter((data) => data !== "");
}
