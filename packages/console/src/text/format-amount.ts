const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Formats a count with thousands separators: `1,234,567`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Formats a size in a suitable unit: `812 B`, `3.4 KB`, `120 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** Formats a duration in a suitable unit: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}
