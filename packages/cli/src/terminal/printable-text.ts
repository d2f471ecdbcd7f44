// Control characters, and characters that change the text direction or are invisible: a terminal would interpret them.
const unprintable = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu;

/**
 * Replaces characters that a terminal would interpret with their escapes, such as `\u001b`.
 *
 * @param text - Untrusted text
 * @returns Text on one line
 */
export function printableText(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
