/**
 * Formats a part of a whole for people to read.
 *
 * @param part - The part
 * @param whole - The whole
 * @returns Both numbers and the percentage; a dash when the whole is 0
 */
export function partOf(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
