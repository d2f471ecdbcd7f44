import { malformedRequest } from "./malformed-request.js";

/** What a body may look like. */
export interface CheckBodyShapeOptions {
  readonly maxBodyDepth: number;
  readonly maxObjectKeys: number;
}

/**
 * Checks depth and size of a parsed body, and takes out members named `__proto__`.
 *
 * `JSON.parse` makes such a member an ordinary one, but a later copy by assignment would turn it into the copy's
 * prototype. No member of the contract has that name and unknown members are ignored, so it is dropped rather than
 * refused. Every other name, `constructor` and `prototype` among them, is harmless data here and stays.
 *
 * @param value - A value that `JSON.parse` made; changed in place
 * @param options - Most levels, and most members of one object
 * @throws ConnectorError `malformed_request` when there are more
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
