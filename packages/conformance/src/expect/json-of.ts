import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "./expect-status.js";
import { unmet } from "./finding.js";

/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns whether a value is a JSON object.
 *
 * @param value - Any value
 * @returns True for an object that is not an array
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns whether a member is set. Many languages write null for a member without a value.
 *
 * @param value - The member
 * @returns False when it is absent or null
 */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Parses a body as JSON, whatever its Content-Type says.
 *
 * @param exchange - The exchange
 * @returns The value
 * @throws Finding when it is not JSON
 */
export function jsonOf(exchange: Exchange): unknown {
  if (exchange.ending === "left") {
    return unmet(
      `${nameExchange(exchange)} sent a body that had not ended after ${exchange.text.length} characters`,
      { witness: exchange },
    );
  }
  try {
    const value: unknown = JSON.parse(exchange.text);
    return value;
  } catch {
    const start = exchange.text.slice(0, 40);
    return unmet(`expected JSON from ${nameExchange(exchange)}, got "${start}"`, {
      witness: exchange,
    });
  }
}

/**
 * Parses text that may be anything.
 *
 * @param text - The text
 * @returns The object, or `undefined` when it is not one
 */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parses a body as a JSON object.
 *
 * @param exchange - The exchange
 * @returns The object
 * @throws Finding when it is anything else
 */
export function objectOf(exchange: Exchange): JsonObject {
  const value = jsonOf(exchange);
  if (isObject(value)) return value;
  return unmet(
    `expected an object from ${nameExchange(exchange)}, got ${Array.isArray(value) ? "an array" : typeof value}`,
    { witness: exchange },
  );
}

/**
 * Parses a body as a JSON array.
 *
 * @param exchange - The exchange
 * @returns The elements
 * @throws Finding when it is anything else
 */
export function arrayOf(exchange: Exchange): readonly unknown[] {
  const value = jsonOf(exchange);
  if (Array.isArray(value)) return value;
  return unmet(
    `expected an array from ${nameExchange(exchange)}, got ${isObject(value) ? "an object" : typeof value}`,
    { witness: exchange },
  );
}
