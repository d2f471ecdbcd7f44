import type { FieldOption, FormField } from "../controls/form/form-field.js";
import { isList, isRecord } from "../text/record.js";
import { scalarText } from "../text/scalar-text.js";

/** Describes the value of a filter field in a few words, with the titles of its options where they are known. */
export function describeValue(
  { type, options }: FormField,
  value: unknown,
  loaded: readonly FieldOption[] = [],
): string {
  if (type === "password") return "••••••";
  if (type === "bool") return isOn(value) ? "yes" : "no";
  const known = options ?? loaded;
  const title = (one: unknown): string =>
    known.find((option) => String(option.value) === String(one))?.title ?? scalarText(one);
  if (isList(value)) return value.map((one) => title(one)).join(", ");
  if (isRecord(value)) return `${scalarText(value["_min"]) || "…"} – ${scalarText(value["_max"]) || "…"}`;
  return title(value).replace(/\s+/g, " ");
}

function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}
