/** A duration as text, such as `6 h`, `30 min` or `2 d`. */
export type DurationText = `${number} ${"s" | "min" | "h" | "d"}`;

const milliseconds: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a duration.
 *
 * @param text - Such as `6 h`
 * @returns Milliseconds; `undefined` when it is not a duration
 */
export function parseDuration(text: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?) ?(s|min|h|d)$/.exec(text) ?? [];
  const factor = milliseconds[unit];
  return factor === undefined ? undefined : Number(count) * factor;
}
