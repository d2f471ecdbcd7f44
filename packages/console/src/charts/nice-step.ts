/**
 * Returns the round step (1, 2 or 5 times a power of ten) that divides a span into approximately the given number of
 * parts.
 */
export function niceStep(span: number, parts: number): number {
  const raw = span / parts;
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  // A span too small for its power of ten is treated as empty.
  if (!(power > 0)) return 1;
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw) ?? 10;
  return factor * power;
}
