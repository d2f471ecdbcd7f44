import { ConnectorError, type Field, type Fields, inputInvalid } from "@wellhead/sdk";
import { titleOf } from "../form/title-of.js";
import type { JsonObject } from "../request/json-object.js";
import { readObject } from "../request/read-member.js";

/** Options of {@link readDependents}. */
export interface ReadDependentsOptions {
  /** The filter form. */
  readonly form: Fields;
  /** The field whose options were requested. */
  readonly field: Field;
  readonly query: URLSearchParams;
  /** The body; empty when the body is just the account. */
  readonly body: JsonObject;
}

/**
 * Reads the values that the options of a field depend on, from the query or from `dependsOn` in the body.
 *
 * @param options - Form, field, query and body
 * @returns One string per id of `requires`; several values are joined by commas
 * @throws ConnectorError `missing_field` or `invalid_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export function readDependents(options: ReadDependentsOptions): Record<string, string> {
  const { form, field, query, body } = options;
  const given = readObject(body, "dependsOn") ?? {};
  return Object.fromEntries(
    (field.requires ?? []).map((id) => {
      const inQuery = query.getAll(id).filter((value) => value !== "");
      const inBody = Object.hasOwn(given, id) ? given[id] : undefined;
      const text = joined(id, inQuery.length > 0 ? inQuery : inBody);
      if (text !== "") return [id, text];
      throw new ConnectorError(
        "missing_field",
        `Fill in "${titleOf(id, form[id]?.title)}" first: the options depend on it`,
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
      throw inputInvalid(`Read "${id}": found a value of type ${typeof item}, wanted text`, { field: id });
    })
    .join(",");
}
