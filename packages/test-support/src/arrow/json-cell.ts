import { numberCell } from "./read-arrow.js";

/**
 * Writes the JSON of a cell as the cells of an Arrow stream are written, for a comparison of the two.
 *
 * @param json - The JSON of the cell; `undefined` when the row does not have it
 * @param type - Type of the column in the Arrow stream
 * @param extension - Name of its extension type, such as `arrow.json`. Default: none
 * @returns The cell
 */
export function jsonCell(json: string | undefined, type: string, extension?: string): string {
  if (json === undefined || json === "null") return "null";
  if (extension === "arrow.json") return JSON.stringify(json);
  if (type === "Utf8") return json.startsWith('"') ? JSON.stringify(JSON.parse(json)) : JSON.stringify(json);
  if (/^(?:Date|Time)/.test(type))
    return JSON.stringify({ moment: String(nanosOf(String(JSON.parse(json)))) });
  if (/^(?:Struct|List|Map|FixedSizeList)/.test(type)) return nestedCell(json, type);
  // An object has the digits of a number as text if a double would round them.
  const digits = /^(?:Int|Uint|Float|Decimal)/.test(type) ? json.replaceAll('"', "") : json;
  return /^-?\d/.test(digits) ? numberCell(digits) : JSON.stringify(JSON.parse(json));
}

/** Writes nested JSON with each number and text in one way. */
function nestedCell(json: string, type: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part, at: number) => {
    if (!part.startsWith('"')) return numberCell(part);
    const isName = json
      .slice(at + part.length)
      .trimStart()
      .startsWith(":");
    const text = String(JSON.parse(part));
    if (!isName && /(?:Date|Time)/.test(type) && /^[+-]?\d+-\d\d-\d\d/.test(text))
      return JSON.stringify({ moment: String(nanosOf(text)) });
    return JSON.stringify(text);
  });
}

/** Returns nanoseconds since 1970, or since midnight. */
function nanosOf(text: string): bigint {
  if (text.endsWith(" BC")) return nanosOf(yearBefore(text.slice(0, -3)));
  const year = /^\d{5,}(?=-)/.exec(text)?.[0];
  // JavaScript takes years of more than four digits only with a sign, and none after 275760.
  if (year !== undefined) return farNanos(text, Number(year));
  const [, head = "", fraction = "", zone = ""] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const isTime = /^\d\d:/.test(head);
  const isDay = /^[+-]?\d+-\d\d-\d\d$/.test(text);
  const at = isTime ? `1970-01-01T${head}Z` : `${isDay ? text : head}${isDay ? "" : zone || "Z"}`;
  const millis = Date.parse(isDay ? `${text}T00:00:00Z` : at);
  if (Number.isNaN(millis)) throw new TypeError(`Could not read the date ${JSON.stringify(text)}.`);
  return BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Writes a year BC as ISO 8601 does, where the year 0 is 1 BC. */
function yearBefore(text: string): string {
  const [year = "", ...rest] = text.split("-");
  const before = Number(year) - 1;
  return [before === 0 ? "0000" : `-${String(before).padStart(6, "0")}`, ...rest].join("-");
}

/** The calendar repeats after 400 years, which are 146,097 days. */
function farNanos(text: string, year: number): bigint {
  const cycles = Math.floor((year - 2000) / 400);
  const near = text.replace(/^\d+/, String(year - cycles * 400));
  return nanosOf(near) + BigInt(cycles * 146_097) * 86_400_000_000_000n;
}
