/**
 * Percent-encodes a text as signatures require: everything except letters, digits, hyphen, dot, underscore and tilde.
 *
 * @param text - The text
 * @returns Its percent-encoding in UTF-8, with uppercase hexadecimal digits
 * @see RFC 5849, section 3.6
 */
export function percentEncode(text: string): string {
  // A lone surrogate cannot be encoded; U+FFFD is what a request sends in its place.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD")).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
