import { isUtf8 } from "node:buffer";
import { ConnectorError, exactNumbers } from "@wellhead/sdk";
import { isJsonObject, type JsonObject, malformedRequest } from "./read-member.js";
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
