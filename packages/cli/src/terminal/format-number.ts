/**
 * Formats a number as a whole number with separators, such as `1,234,567`.
 *
 * @param value - The number
 * @returns The text
 */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/**
 * Formats a number of bytes for people to read: `512 B`, `1.5 MB`.
 *
 * @param bytes - The number
 * @returns The text, in powers of 1000
 */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
