/** The form that rows arrive in. */
export type RowFormat = "json" | "ndjson" | "csv";

/**
 * Finds the form of a body by its content, because content types are often wrong.
 *
 * @param start - The start of the body, without a byte order mark
 * @param contentType - Content type of the answer; decides only where the content allows both
 * @param isEnd - Whether the start is the whole body
 * @returns The form; `undefined` when more text is needed
 */
export function detectFormat(start: string, contentType: string, isEnd: boolean): RowFormat | undefined {
  const text = start.trimStart();
  const saysCsv = /csv|tab-separated/i.test(contentType);
  if (text === "" && !isEnd) return undefined;
  if (text === "") return emptyFormat(contentType, saysCsv);
  if (text.startsWith("[")) {
    const next = text.slice(1).trimStart();
    if (next === "" && !isEnd) return undefined;
    return !saysCsv || next === "" || /^[{\]]/.test(next) ? "json" : "csv";
  }
  if (!text.startsWith("{")) return isJsonType(contentType) ? "json" : "csv";
  if (!saysCsv) return "ndjson";
  const end = text.indexOf("\n");
  if (end === -1 && !isEnd) return undefined;
  return /^\{\s*(?:"|\})/.test(text) ? "ndjson" : "csv";
}

function emptyFormat(contentType: string, saysCsv: boolean): RowFormat {
  if (/(?:nd|l)json|jsonl|json-seq/i.test(contentType)) return "ndjson";
  return saysCsv ? "csv" : "json";
}

function isJsonType(contentType: string): boolean {
  return /\bjson\b|\+json/i.test(contentType);
}
