/**
 * Writes an interval of months as ISO 8601.
 *
 * @param text - The interval as the server writes it, such as `1-3`
 * @returns Such as `P1Y3M`; the text itself when it has another form
 */
export function monthsOf(text: string): string {
  const [, sign = "", years, months] = /^(-?)(\d+)-(\d+)$/.exec(text) ?? [];
  if (years === undefined || months === undefined) return text;
  const parts = `${part(sign, years, "Y")}${part(sign, months, "M")}`;
  return `P${parts === "" ? "0M" : parts}`;
}

/**
 * Writes an interval of seconds as ISO 8601.
 *
 * @param text - The interval as the server writes it, such as `2 03:04:05.321`
 * @returns Such as `P2DT3H4M5.321S`; the text itself when it has another form
 */
export function secondsOf(text: string): string {
  const [, sign = "", days = "", hours = "", minutes = "", seconds] =
    /^(-?)(\d+) (\d\d):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (seconds === undefined) return text;
  const shortSeconds = seconds.replace(/(?:\.0+|(\.\d*?[1-9])0+)$/, "$1");
  const clock = `${part(sign, hours, "H")}${part(sign, minutes, "M")}${part(sign, shortSeconds, "S")}`;
  const whole = `${part(sign, days, "D")}${clock === "" ? "" : `T${clock}`}`;
  return `P${whole === "" ? "T0S" : whole}`;
}

function part(sign: string, digits: string, unit: string): string {
  const short = digits.replace(/^0+(?=\d)/, "");
  return short === "0" ? "" : `${sign}${short}${unit}`;
}
