/** Control characters, marks that change the text direction, and lone surrogates. */
// Matching control characters is intended.
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Escapes every character of a text that could control a terminal, break a document or change the text direction.
 *
 * @param text - Untrusted text
 * @returns The text with such characters written as `\u{…}`; tabs and line ends are kept
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/**
 * Converts a text to a single line.
 *
 * @param text - Untrusted text
 * @returns The escaped text, with each run of white space replaced by one space
 */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}
