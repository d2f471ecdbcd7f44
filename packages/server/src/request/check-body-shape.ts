import { malformedRequest } from "./malformed-request.js";

/** Limits of the shape of a body. */
export interface CheckBodyShapeOptions {
  readonly maxBodyDepth: number;
  readonly maxObjectKeys: number;
}

/**
 * Checks the depth and the size of a parsed body, and removes members named `__proto__`.
 *
 * `JSON.parse` creates such a member as an ordinary property, but a later copy by assignment would make it the
 * prototype of the copy. The contract has no member of that name and ignores unknown members, so it is dropped rather
 * than refused. Every other name, including `constructor` and `prototype`, is safe and is kept.
 *
 * @param value - A value that `JSON.parse` returned; changed in place
 * @param options - Maximum number of levels, and maximum number of members in one object
 * @throws ConnectorError `malformed_request` when a maximum is exceeded
 */
export function checkBodyShape(value: unknown, options: CheckBodyShapeOptions): void {
  if (typeof value === "object" && value !== null) checkLevel(value, 1, options);
}

function checkLevel(value: object, depth: number, options: CheckBodyShapeOptions): void {
  if (depth > options.maxBodyDepth) {
    throw malformedRequest(
      `Read body: found more than ${options.maxBodyDepth} levels of objects and arrays, wanted fewer`,
    );
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  const members: unknown[] = Object.values(value);
  if (members.length > options.maxObjectKeys && !Array.isArray(value)) {
    throw malformedRequest(
      `Read body: found an object of ${members.length} members, wanted at most ${options.maxObjectKeys}`,
    );
  }
  for (const member of members) {
    if (typeof member === "object" && member !== null) checkLevel(member, depth + 1, options);
  }
}
