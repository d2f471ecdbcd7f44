import type { JsonObject } from "../expect/json-of.js";
import type { Profile } from "../requirement/level.js";
import { objectsIn } from "./read-declared.js";

/** A profile and the mark it was recognised by. */
export interface DetectedProfile {
  readonly profile: Profile;
  readonly because: string;
}

/**
 * Tells by GET / which generation of the interface a connector was written for.
 *
 * @param raw - The answer of GET /
 * @returns `all` when it carries the marks of both, else the one it carries
 */
export function detectProfile(raw: JsonObject): DetectedProfile {
  const second = ["responsibleFor", "features", "type", "website"].find((name) => name in raw);
  const first = firstMark(raw);
  if ("id" in raw && "responsibleFor" in raw && "type" in raw) {
    return { profile: "all", because: 'it declares "id", "type" and "responsibleFor" together' };
  }
  if (second !== undefined) return { profile: "v2", because: `it declares "${second}"` };
  if (first !== undefined) return { profile: "v1", because: `it declares "${first}"` };
  return { profile: "v2", because: "it carries no mark of the first generation" };
}

function firstMark(raw: JsonObject): string | undefined {
  const own = ["site", "color", "tags"].find((name) => name in raw);
  if (own !== undefined) return own;
  const source = objectsIn(raw["sources"]).find((one) => "fields" in one || "tags" in one);
  return source === undefined ? undefined : "sources[].fields";
}
