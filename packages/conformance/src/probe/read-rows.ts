import { streamErrorKey } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { isObject, type JsonObject } from "../expect/json-of.js";

/** The rows in a JSON response, as far as it was read. */
export interface ReadRows {
  /** Complete elements, without the error record of a failed stream. */
  readonly rows: readonly unknown[];
  /** Whether the array was closed. */
  readonly closed: boolean;
  /** The error record of a failed stream, and whether it is the last element. */
  readonly mark: { readonly record: JsonObject; readonly last: boolean } | undefined;
}

/**
 * Parses a response as a JSON array of rows. From a truncated response, returns the complete rows.
 *
 * @param exchange - The response
 * @returns The rows, or `undefined` when it is not a JSON array
 */
export function readRows(exchange: Exchange): ReadRows | undefined {
  const text = exchange.text.trim();
  if (!text.startsWith("[")) return undefined;
  const whole = parseArray(text);
  if (whole !== undefined) return splitMark(whole, true);
  if (exchange.ending === "whole") return undefined;
  return splitMark(parseArray(`${text.slice(0, lastElementEnd(text))}]`) ?? [], false);
}

function splitMark(elements: readonly unknown[], closed: boolean): ReadRows {
  const at = elements.findIndex((element) => isObject(element) && streamErrorKey in element);
  const record = elements[at];
  if (!isObject(record)) return { rows: elements, closed, mark: undefined };
  return { rows: elements.toSpliced(at, 1), closed, mark: { record, last: at === elements.length - 1 } };
}

function parseArray(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns where the last complete element of a truncated array ends: at a comma of depth 1. */
function lastElementEnd(text: string): number {
  let depth = 0;
  let quoted = false;
  let end = 1;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === "\\") index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === "," && depth === 1) end = index;
  }
  return end;
}
