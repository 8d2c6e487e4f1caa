// The lines of a document, and what each of them is, so that it can look like it.

const MARKDOWN = /\.(md|markdown|mdx)$/i;
const PROSE = /\.(txt|pdf|docx|pptx|xlsx)$/i;

export function linesOf(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

// One kind per line: "heading", "quote", "table", "front", "code" or "text". `first` is the number of the first line.
export function kindsOf(lines, path, first = 1) {
  if (PROSE.test(path)) return lines.map(() => "text");
  if (!MARKDOWN.test(path)) return lines.map(() => "code");
  const front = first === 1 && lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  let fence = null;
  return lines.map((line, index) => {
    if (index <= front) return "front";
    const marker = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      if (marker && marker[1].startsWith(fence) && marker[2].trim() === "") fence = null;
      return "code";
    }
    if (marker && !(marker[1][0] === "`" && marker[2].includes("`"))) {
      fence = marker[1];
      return "code";
    }
    if (/^ {0,3}#{1,6}(\s|$)/.test(line)) return "heading";
    if (/^ {0,3}>/.test(line)) return "quote";
    return /^\s*\|.*\|\s*$/.test(line) ? "table" : "text";
  });
}
