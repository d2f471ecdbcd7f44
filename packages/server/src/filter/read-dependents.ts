import { ConnectorError, type Field, type Fields, inputInvalid } from "@wellhead/sdk";
import { titleOf } from "../form/read-form.js";
import type { JsonObject } from "../request/read-member.js";

/**
 * Reads the values that the options of a field depend on.
 *
 * @param form - The filter form
 * @param field - The field whose options were requested
 * @param given - The values as received, by field id
 * @returns One string per id of `requires`; several values are joined by commas
 * @throws ConnectorError `missing_field` or `invalid_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export function readDependents(form: Fields, field: Field, given: JsonObject): Record<string, string> {
  return Object.fromEntries(
    (field.requires ?? []).map((id) => {
      const text = joined(id, Object.hasOwn(given, id) ? given[id] : undefined);
      if (text !== "") return [id, text];
      throw new ConnectorError(
        "missing_field",
        `Could not list the options: they depend on "${titleOf(id, form[id]?.title)}". Fill it in first.`,
        { field: id },
      );
    }),
  );
}

function joined(id: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((item) => item !== null && item !== "")
    .map((item) => {
      if (typeof item === "string" || typeof item === "number" || typeof item === "boolean")
        return String(item);
      throw inputInvalid(`Could not read "${id}": expected text, got a value of type ${typeof item}.`, {
        field: id,
      });
    })
    .join(",");
}
