/**
 * Writes a part of a whole for people.
 *
 * @param part - The part
 * @param whole - The whole
 * @returns Both, and the part in percent where there is a whole
 */
export function partOf(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
