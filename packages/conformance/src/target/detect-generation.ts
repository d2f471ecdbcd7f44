import type { JsonObject } from "../expect/json-of.js";
import { isObject } from "../expect/json-of.js";
import { objectsIn } from "./read-declared.js";

/** A public generation of the interface, and the mark it was detected by. */
export interface DetectedGeneration {
  readonly generation: "v1" | "v2" | "v3";
  readonly because: string;
}

/**
 * Detects from GET / which generation of the interface a connector was written for.
 *
 * @param raw - The response of GET /
 * @returns The generation; the second for a connector without a mark, or with marks of both
 */
export function detectGeneration(raw: JsonObject): DetectedGeneration {
  if (onlySynchronizes(raw)) {
    return { generation: "v3", because: 'it declares "dataSynchronization" and no sources' };
  }
  const second = ["responsibleFor", "features", "type", "website"].find((name) => name in raw);
  const first = firstMark(raw);
  if (second !== undefined) return { generation: "v2", because: `it declares "${second}"` };
  if (first !== undefined) return { generation: "v1", because: `it declares "${first}"` };
  return { generation: "v2", because: "it carries no mark of the first generation" };
}

/** The third generation serves other paths. A connector that serves both generations has sources. */
function onlySynchronizes(raw: JsonObject): boolean {
  const { responsibleFor, sources } = raw;
  if (!synchronizes(raw) || !isObject(responsibleFor)) return false;
  return responsibleFor["dataProviding"] !== true && objectsIn(sources).length === 0;
}

/**
 * Returns whether a connector declares the endpoints of the third generation, alone or beside others.
 *
 * @param raw - The response of GET /
 * @returns True when it is responsible for data synchronization
 */
export function synchronizes({ responsibleFor }: JsonObject): boolean {
  return isObject(responsibleFor) && responsibleFor["dataSynchronization"] === true;
}

function firstMark(raw: JsonObject): string | undefined {
  const own = ["site", "color", "tags"].find((name) => name in raw);
  if (own !== undefined) return own;
  const source = objectsIn(raw["sources"]).find((one) => "fields" in one || "tags" in one);
  return source === undefined ? undefined : "sources[].fields";
}
