/**
 * Encodes a text as signatures have it: everything but letters, digits, hyphen, dot, underscore and tilde.
 *
 * @param text - The text
 * @returns Its percent-encoding in UTF-8, capital digits
 * @see RFC 5849, section 3.6
 */
export function percentEncode(text: string): string {
  // A lone surrogate cannot be encoded; what would be sent in its place is U+FFFD.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD")).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
