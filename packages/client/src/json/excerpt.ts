/**
 * Returns the start of a text for an error message. The ellipsis shows readers, and programs that search messages for
 * secrets, that the last word may be incomplete.
 *
 * @param text - The text
 * @param maxCharacters - Maximum number of its characters
 * @returns The text, or its start and an ellipsis
 */
export function excerpt(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
