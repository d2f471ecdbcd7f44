import { isUtf8 } from "node:buffer";
import { ConnectorError, exactNumbers, inputInvalid } from "@wellhead/sdk";
import { headerOf, type WireRequest } from "./wire-request.js";

const jsonType = /^application\/(?:[\w.+-]+\+)?json$/;
const charset = /;\s*charset\s*=\s*"?([^\s";]+)"?/i;

/** Maximum number of levels of a body, and maximum number of members of one object in it. */
export interface BodyLimits {
  readonly maxBodyDepth: number;
  readonly maxObjectKeys: number;
}

/**
 * Parses the JSON object in the body of a request. A number that JavaScript would round becomes its text, which every
 * number field also accepts.
 *
 * A missing or empty body is an empty object. A missing `Content-Type` means JSON. `application/json`, any
 * `application/…+json`, and the charsets UTF-8 and US-ASCII are accepted.
 *
 * @param request - The request
 * @param options - Limits of the body
 * @returns The object
 * @throws ConnectorError `unsupported_media_type` when the headers say that the body is not JSON or is compressed,
 * `malformed_request` when the body is not a JSON object in UTF-8
 * @see The connector contract, "General rules" and "Errors"
 */
export function parseBody(request: WireRequest, options: BodyLimits): JsonObject {
  checkMediaType(request);
  const { body } = request;
  if (body === undefined || body.byteLength === 0) return {};
  const value = parseJson(textOf(body));
  if (!isJsonObject(value)) {
    throw malformedRequest(`Could not read the body: expected a JSON object, got ${nameOf(value)}.`);
  }
  checkBodyShape(value, options);
  return value;
}

/**
 * Parses JSON inside a body, or a body that need not be an object.
 *
 * @param text - The JSON
 * @param options - Limits of the body
 * @returns The value
 * @throws ConnectorError `malformed_request` when it is not JSON, or exceeds the limits
 */
export function parseJsonText(text: string, options: BodyLimits): unknown {
  const value = parseJson(text);
  checkBodyShape(value, options);
  return value;
}

function checkMediaType(request: WireRequest): void {
  const encoding = headerOf(request, "content-encoding");
  if (encoding !== undefined) {
    throw unsupported(
      "Could not read the body: expected one that is not compressed, got a Content-Encoding.",
    );
  }
  const type = headerOf(request, "content-type");
  if (type === undefined || type === "application/json") return;
  const [name = ""] = type.split(";", 1);
  if (!jsonType.test(name.trim().toLowerCase())) {
    throw unsupported("Could not read the body: expected the Content-Type application/json, got another.");
  }
  const [, set] = charset.exec(type) ?? [];
  if (set !== undefined && !["utf-8", "utf8", "us-ascii"].includes(set.toLowerCase())) {
    throw unsupported("Could not read the body: expected the charset UTF-8, got another.");
  }
}

function unsupported(message: string): ConnectorError {
  return new ConnectorError("unsupported_media_type", message);
}

function textOf(body: Uint8Array): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString("utf8");
  // Invalid UTF-8 decodes to this character, but a valid text may contain it too.
  if (!text.includes("\uFFFD") || isUtf8(bytes)) return text;
  throw malformedRequest("Could not read the body: expected JSON in UTF-8, got other bytes.");
}

function parseJson(text: string): unknown {
  try {
    const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
    return JSON.parse(exactNumbers(json, Number.POSITIVE_INFINITY));
  } catch {
    // The parser's own message quotes the body, which may hold a secret.
    throw malformedRequest("Could not read the body: expected a JSON object, got text that is not JSON.");
  }
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

/**
 * Checks the depth and the size of a parsed body, and removes members named `__proto__`.
 *
 * `JSON.parse` creates such a member as an ordinary property, but a later copy by assignment would make it the
 * prototype of the copy. The contract has no member of that name and ignores unknown members, so it is dropped rather
 * than refused. Every other name, including `constructor` and `prototype`, is safe and is kept.
 */
function checkBodyShape(value: unknown, options: BodyLimits): void {
  if (typeof value === "object" && value !== null) checkLevel(value, 1, options);
}

function checkLevel(value: object, depth: number, options: BodyLimits): void {
  if (depth > options.maxBodyDepth) {
    throw malformedRequest(
      `Could not read the body: expected at most ${options.maxBodyDepth} levels of objects and arrays, got more.`,
    );
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  const members: unknown[] = Object.values(value);
  if (members.length > options.maxObjectKeys && !Array.isArray(value)) {
    throw malformedRequest(
      `Could not read the body: expected at most ${options.maxObjectKeys} members in an object, got ${members.length}.`,
    );
  }
  for (const member of members) {
    if (typeof member === "object" && member !== null) checkLevel(member, depth + 1, options);
  }
}

/** A JSON object in a request, with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns whether a JSON value is an object.
 *
 * @param value - Any JSON value
 * @returns Whether it is an object and not an array
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a member of a body as an object. `null` counts as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The object, or `undefined` when there is none
 * @throws ConnectorError `malformed_request` when it has another type
 */
export function readObject(body: JsonObject, name: string): JsonObject | undefined {
  const value = memberOf(body, name);
  if (value === undefined || isJsonObject(value)) return value;
  throw malformedRequest(`Could not read "${name}": expected an object, got ${kindOf(value)}.`, name);
}

/**
 * Reads a member of a body as an id. `null` and the empty string count as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The id, or `undefined` when there is none
 * @throws ConnectorError `malformed_request` when it has another type
 */
export function readId(body: JsonObject, name: string): string | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw malformedRequest(`Could not read "${name}": expected an id as text, got ${kindOf(value)}.`, name);
}

/**
 * Reads a member of a body as a number of rows: an integer from 0, also as a string. `null` and the empty string count
 * as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The count, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it is not such a number
 * @see The connector contract, POST /
 */
export function readCount(body: JsonObject, name: string): number | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  const count = typeof value === "string" && /^\d{1,400}$/.test(value) ? Number(value) : value;
  if (typeof count === "number" && count >= 0 && Number.isInteger(count)) {
    return Math.min(count, Number.MAX_SAFE_INTEGER);
  }
  throw inputInvalid(`Could not read "${name}": expected a whole number from 0, got ${kindOf(value)}.`, {
    field: name,
  });
}

/**
 * Reads a member of a body as text. `null` and the empty string count as missing.
 *
 * @param body - Body of a request, or an object inside it
 * @param name - Name of the member
 * @returns The text, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it has another type
 */
export function readText(body: JsonObject, name: string): string | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  const got = Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  throw inputInvalid(`Could not read "${name}": expected text, got ${got}.`, { field: name });
}

/**
 * Reads an argument of a query. A repeated argument must have the same value each time.
 *
 * @param query - The query
 * @param name - Name of the argument
 * @returns The text, or `undefined` when it is missing or empty
 * @throws ConnectorError `invalid_field` when it has different values
 */
export function readArgument(query: URLSearchParams, name: string): string | undefined {
  const values = new Set(query.getAll(name));
  if (values.size > 1)
    throw inputInvalid(`Could not read "${name}": expected one value, got several.`, { field: name });
  const [value] = values;
  return value === "" ? undefined : value;
}

function memberOf(body: JsonObject, name: string): unknown {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return value ?? undefined;
}

function kindOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return "text";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/**
 * Creates the error for a request that the endpoint cannot parse. Its status is 400.
 *
 * @param message - What was read, what it got and what it expected
 * @param field - The member of the request that caused the error
 * @returns The error to throw
 */
export function malformedRequest(message: string, field?: string): ConnectorError {
  return new ConnectorError("malformed_request", message, field === undefined ? {} : { field });
}

/**
 * Returns the text of a member of a JSON object exactly as it was received. A signature is computed over it, and writing
 * the parsed value again may result in another text.
 *
 * @param json - A valid JSON object
 * @param name - Name of the member
 * @returns Its text; of several members with the same name, that of the last one, as `JSON.parse` does. `undefined` when
 * there is none
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let start = 0;
  let key: string | undefined;
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [text] = match;
    if (text === "{" || text === "[") depth += 1;
    else if (text === ":" && depth === 1) start = token.lastIndex;
    else if (text.startsWith('"')) {
      if (depth === 1 && key === undefined) key = String(JSON.parse(text));
    } else if (text !== ":") {
      const isEnd = depth === 1;
      if (isEnd && key === name) found = json.slice(start, match.index).trim();
      if (isEnd) key = undefined;
      if (text !== ",") depth -= 1;
    }
  }
  return found;
}
