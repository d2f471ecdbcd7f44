/** Characters that could make a log viewer or a terminal show something other than the written text. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Replaces control, bidirectional and zero-width characters of a text with `\uXXXX`, and truncates a long text.
 *
 * @param text - Text that goes to a log
 * @param longest - Maximum number of characters. Default: 4000
 * @returns The text, safe to print; line feeds and tabs stay
 */
export function visibleText(text: string, longest = 4000): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(hidden, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
