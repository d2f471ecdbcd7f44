import { listOf, type Members, membersOf } from "../openapi/members.js";

/**
 * Derives a JSON schema from values. It has no value of them, because recordings contain secrets and people's data.
 *
 * @param values - Values at the same place
 * @returns A schema that all of them fit
 */
export function inferSchema(values: readonly unknown[]): Members {
  const present = values.filter((value) => value !== null && value !== undefined);
  const types = new Set(present.map(typeOf));
  const [type] = types;
  const nullable = present.length < values.length ? { nullable: true } : {};
  // A number that is sometimes whole is a number.
  const isNumber = [...types].every((one) => one === "integer" || one === "number");
  if (type === undefined || (types.size > 1 && !isNumber)) return {};
  if (isNumber) return { type: types.size > 1 ? "number" : type, ...nullable };
  if (type === "array") return { type, items: inferSchema(present.flatMap(listOf)), ...nullable };
  if (type === "object") return { type, properties: propertiesOf(present.map(membersOf)), ...nullable };
  const texts = present.filter((value) => typeof value === "string");
  return { type, ...formatOf(texts), ...nullable };
}

function propertiesOf(objects: readonly Members[]): Members {
  const names = new Set(objects.flatMap(Object.keys));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      inferSchema(objects.filter((one) => name in one).map((one) => one[name])),
    ]),
  );
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Every text has to be a date, or an address: one that is not decides. */
function formatOf(texts: readonly string[]): Members {
  if (texts.length === 0) return {};
  if (texts.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))) return { format: "date" };
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
  if (texts.every((text) => time.test(text))) return { format: "date-time" };
  return texts.every((text) => /^https?:\/\//.test(text)) ? { format: "uri" } : {};
}
