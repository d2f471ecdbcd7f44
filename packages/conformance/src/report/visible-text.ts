/** Controls, marks that turn the direction of text, and halves of characters. */
// Control characters are the very thing that is looked for.
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Makes every character of a text visible that could steer a terminal, break a document or turn the direction
 * of reading.
 *
 * @param text - Text from anywhere
 * @returns The same with such characters written as `\u{…}`; tabs and line ends stay
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/**
 * Puts a text on one line.
 *
 * @param text - Text from anywhere
 * @returns The same, visible, with line ends as spaces
 */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}
