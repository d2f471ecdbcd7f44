/**
 * Returns the bytes of a size in the engine's notation.
 *
 * @param size - Such as `512MB`
 * @returns The bytes; units are powers of 1,024
 */
export function bytesOf(size: string): number {
  const [, count = "512", unit = "MB"] = /^\s*([\d.]+)\s*([A-Za-z]*)/.exec(size) ?? [];
  const powers: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4 };
  return Number(count) * 1024 ** (powers[unit.charAt(0).toUpperCase()] ?? 0);
}
