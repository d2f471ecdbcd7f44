/** Characters that could make a log line or a terminal show something else than what was written. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Writes control, bidirectional and zero-width characters of a text as `\uXXXX`, and cuts the text when it is long.
 *
 * @param text - Text that goes to a log
 * @param longest - Most characters to keep. Default: 4000
 * @returns One harmless text; line feeds and tabs stay
 */
export function visibleText(text: string, longest = 4000): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(hidden, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
