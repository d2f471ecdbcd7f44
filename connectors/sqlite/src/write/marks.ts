/**
 * Bytes that stand before a value which SQL cannot finish. JSON escapes control characters, so a row has none
 * of its own.
 */
export const marks = {
  /** Two of them stand before and two behind the hexadecimal digits of bytes. */
  bytes: 1,
  /**
   * One stands before a number with seventeen digits, which shorter digits may do for, and before a date and time
   * as text, in which a space may have to become a T.
   */
  plain: 2,
  /** One stands before and one after the hexadecimal digits of text that is in another encoding. */
  text: 3,
  /** The same, of JSON that holds such text. */
  json: 4,
} as const;
