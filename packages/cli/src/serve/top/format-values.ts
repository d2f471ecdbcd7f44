/**
 * Formats a duration in at most six characters: `0.3s`, `12s`, `3m05s`, `2h10m`, `3d04h`.
 *
 * @param milliseconds - The duration
 * @returns The text
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${twoDigits(seconds % 60)}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h${twoDigits(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d${twoDigits(hours % 24)}h`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * Formats a count in at most nine characters: in full below ten millions, otherwise with a unit.
 *
 * @param value - The count
 * @returns The text, such as `1,234,567` or `12.3 M`
 */
export function formatCount(value: number): string {
  if (value < 9_999_999.5) return Math.round(value).toLocaleString("en-US");
  return value < 999_950_000 ? `${(value / 1e6).toFixed(1)} M` : `${(value / 1e9).toFixed(1)} G`;
}
