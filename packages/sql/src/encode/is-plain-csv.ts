/**
 * Tells whether four bytes stand in a cell of CSV without quotes: none is a quote, a comma or a line end. It is the
 * usual test for a zero byte, four times; bytes of UTF-8 beyond ASCII count as plain.
 *
 * @param word - Four bytes
 * @returns Whether none needs quotes round the cell
 */
export function isPlainCsv(word: number): boolean {
  const marked =
    ((word ^ 0x22222222) - 0x01010101) |
    ((word ^ 0x2c2c2c2c) - 0x01010101) |
    ((word ^ 0x0a0a0a0a) - 0x01010101) |
    ((word ^ 0x0d0d0d0d) - 0x01010101);
  return (marked & ~word & 0x80808080) === 0;
}
