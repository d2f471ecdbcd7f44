import { isRecord } from "../json/record.js";
import type { FieldOption } from "./form-field.js";

/**
 * Parses a list of options in any public form: `{title|name, value}` objects or bare scalars.
 *
 * @returns The options, or `undefined` when the value is not an array
 */
export function readOptions(value: unknown): readonly FieldOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((element: unknown): FieldOption[] => {
    if (isScalar(element)) return [{ title: String(element), value: element }];
    if (!isRecord(element)) return [];
    const own = element["value"];
    const label = element["title"] ?? element["name"];
    if (isScalar(own)) return [{ title: isScalar(label) ? String(label) : String(own), value: own }];
    return isScalar(label) ? [{ title: String(label), value: label }] : [];
  });
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
