import { configFault, type ReadValue, readText } from "./read-value.js";

/**
 * Creates a reader for text of a form.
 *
 * @param pattern - Matches valid text
 * @param fault - Returns what was expected, and how to correct the text
 * @returns The reader
 */
function textOf(pattern: RegExp, fault: (text: string) => string): ReadValue<string> {
  return (value, path) => {
    const text = readText(value, path);
    if (pattern.test(text)) return text;
    throw configFault(path, fault(text));
  };
}

/**
 * Reads the path of a value in a response: names joined by dots, or a JSON Pointer. The forms of other languages, such as
 * `$.data` or `rows[0]`, would never match anything.
 */
export const readPath: ReadValue<string> = textOf(
  /^(?:\/.*|(?!\$(?:$|[.[]))(?![\s.])(?!.*(?:\.\.|[\s.]$|\[(?:\d|\*|'|"|\]))).+)$/,
  (text) =>
    `expected names joined by dots, such as data.items, got "${text}".${proposal(text)} A name that has such characters is written as a JSON Pointer, such as "/a[0]"`,
);

/**
 * Reads the path of a column's value, which may be the name of a column of CSV with spaces and dots of its own.
 */
export const readColumnPath: ReadValue<string> = textOf(
  /^(?:\/.*|(?!\$(?:$|[.[]))(?!.*\w\[(?:\d|\*|'|"|\])).+)$/,
  (text) =>
    `expected names joined by dots, such as place.city, got "${text}".${proposal(text)} A name that has such characters is written as a JSON Pointer, such as "/a[0]"`,
);

/** Reads the path of a total: a path in the body, or `header:` and the name of a header. */
export const readTotalPath: ReadValue<string> = (value, path) => {
  const text = readText(value, path);
  if (!text.startsWith("header:")) return readPath(text, path);
  readHeaderName(text.slice("header:".length), path);
  return text;
};

/** Reads the name of a header (RFC 9110, section 5.1). */
export const readHeaderName: ReadValue<string> = textOf(
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
  (text) => `expected the name of a header, such as X-Api-Key, got ${JSON.stringify(text)}`,
);

/** Reads the value of a header. A line end would begin another header. */
export const readHeaderValue: ReadValue<string> = textOf(
  /^[\t\x20-\x7E\u0080-\u00FF]+$/,
  (text) =>
    `expected text without line ends and other control characters, as a header has it, got ${JSON.stringify(text)}`,
);

/** Reads text before a value in a header, which may be empty. */
export const readPrefix: ReadValue<string> = (value, path) =>
  value === "" ? "" : readHeaderValue(value, path);

/** Reads the path of a request below the base URL, or a whole URL. */
export const readRequestPath: ReadValue<string> = textOf(
  /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\s]\S*|(?![A-Za-z][A-Za-z0-9+.-]*:\/\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^?#\\\p{Cc}]+)$/u,
  (text) => {
    const cause = text.includes("?") ? ". Move the arguments after ? to query" : "";
    return `expected a path below baseUrl, such as things/open, without ?, # and .., got ${JSON.stringify(text)}${cause}`;
  },
);

/** Returns the path in our form that a path in another form probably means. */
function proposal(text: string): string {
  const plain = text
    .trim()
    .replace(/^\$/, "")
    .replaceAll(/\[(?:\*|'|")?|(?:'|")?\]/g, ".")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^\.|\.$/g, "");
  return plain === "" || plain === text ? "" : ` Did you mean "${plain}"?`;
}
