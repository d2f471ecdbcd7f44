/**
 * Tells whether four bytes stand in a JSON string as they are: none is below 0x20, a quote or a backslash. It is the
 * usual test for a zero byte, three times; bytes of UTF-8 beyond ASCII count as plain.
 *
 * @param word - Four bytes
 * @returns Whether none has to be escaped
 */
export function isPlainJson(word: number): boolean {
  const marked =
    (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101);
  return (marked & ~word & 0x80808080) === 0;
}
