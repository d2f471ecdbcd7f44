const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Formats a count with thousands separators: `1,234,567`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/**
 * Formats an exact figure with separators between thousands, from five digits before the point on. Every digit stays, and
 * any other text is returned unchanged.
 */
export function formatFigure(text: string): string {
  const [, sign = "", digits = "", rest = ""] = /^(-?)(\d{5,})((?:\.\d+)?)$/.exec(text) ?? [];
  return digits === "" ? text : `${sign}${digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}${rest}`;
}

/** Formats a size in a suitable unit: `812 B`, `3.4 KB`, `120 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  // A size that is rounded up to the next unit is written in it.
  const [size, unit] = bytes < 999_500 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${size.toFixed(size < 9.95 ? 1 : 0)} ${unit}`;
}

/** Formats a duration in a suitable unit: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
