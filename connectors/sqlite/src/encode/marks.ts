/**
 * Bytes that mark a value which SQL cannot finish. JSON escapes control characters, so a row contains no others.
 */
export const marks = {
  /** Two of them come before and two after the hexadecimal digits of bytes. */
  bytes: 1,
  /**
   * One comes before a number with seventeen digits, which may be shortened, and before a date and time as text, in
   * which a space may have to become a T.
   */
  plain: 2,
  /** One comes before and one after the hexadecimal digits of text in another encoding. */
  text: 3,
  /** The same, for JSON that contains such text. */
  json: 4,
} as const;
