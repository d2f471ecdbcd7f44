import { parseExactJson, writeExactJson } from "@wellhead/client";
import type { TapeBody } from "./tape.js";

/**
 * Converts a body to its form on a tape. JSON is kept as text where reading it would change a number.
 *
 * @param bytes - The body, without its content encoding
 * @returns The form on a tape; `undefined` for an empty body
 */
export function tapeBodyOf(bytes: Uint8Array): TapeBody | undefined {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
  return jsonIn(text) ?? { lines: text.split("\n") };
}

/**
 * Returns the bytes of a body on a tape.
 *
 * @param body - The body
 * @returns Its bytes; JSON without spaces
 */
export function bytesOf(body: TapeBody | undefined): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if ("json" in body) return Buffer.from(JSON.stringify(body.json));
  return "lines" in body ? Buffer.from(body.lines.join("\n")) : Buffer.from(body.base64, "base64");
}

/**
 * Returns the JSON of a body on a tape, with every digit of its numbers.
 *
 * @param body - The body
 * @returns The value; `undefined` when the body is not JSON
 */
export function exactJsonOf(body: TapeBody | undefined): unknown {
  if (body === undefined || "base64" in body) return undefined;
  if ("json" in body) return body.json;
  try {
    return parseExactJson(body.lines.join("\n"));
  } catch {
    return undefined;
  }
}

/**
 * Changes every text in a JSON value, names of members included.
 *
 * @param value - Any JSON value
 * @param change - Receives a text or a number and returns what replaces it
 * @returns The changed value
 */
export function mapTexts(value: unknown, change: (text: string | number) => string | number): unknown {
  if (typeof value === "string" || typeof value === "number") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [String(change(name)), mapTexts(member, change)]),
  );
}

function jsonIn(text: string): TapeBody | undefined {
  try {
    const json: unknown = JSON.parse(text);
    const isExact = JSON.stringify(json) === writeExactJson(parseExactJson(text));
    return isExact ? { json } : undefined;
  } catch {
    return undefined;
  }
}
