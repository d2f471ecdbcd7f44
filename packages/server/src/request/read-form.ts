import { fieldTypes } from "@wellhead/contract/vocabulary";
import { type AcceptContext, ConnectorError, type Field, type Fields, isConnectorError } from "@wellhead/sdk";
import type { JsonObject } from "../wire/parse-body.js";

/**
 * Reads the values of a form. The `accept` of each declared field converts its value; unknown members are ignored.
 *
 * An absent, `null` or empty value, such as an empty list, becomes `undefined` when the field is optional, otherwise the
 * field's default.
 *
 * @param form - Declared fields
 * @param values - The members as received
 * @param context - Time zone and current time, for dates
 * @returns One entry per declared field of a type that can be sent
 * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
 * @see The connector contract, POST /
 */
export function readForm(form: Fields, values: JsonObject, context: AcceptContext): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const id of Object.keys(form)) {
    const field = form[id];
    if (field === undefined || !fieldTypes[field.type].sent) continue;
    const raw = valueOf(field, Object.hasOwn(values, id) ? values[id] : undefined);
    if (raw === undefined && field.optional !== true) throw missing(id, field);
    read[id] = raw === undefined ? undefined : acceptValue({ id, field, raw, context });
  }
  return read;
}

/**
 * Returns the value of a field as received, or the default of a required field that was left empty.
 *
 * @param field - The field
 * @param value - The value as received
 * @returns The value; `undefined` when it is empty and there is no such default
 */
export function valueOf(field: Field, value: unknown): unknown {
  if (!isEmpty(value)) return value;
  return field.optional === true || isEmpty(field.defaultValue) ? undefined : field.defaultValue;
}

/** Reports whether a value is absent, `null`, an empty text or an empty list. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function missing(id: string, field: Field): ConnectorError {
  if (field.hidden === true) {
    return new ConnectorError(
      "missing_field",
      `Could not read the account: it has no "${id}", which signing in adds. Connect the account again.`,
      { field: id },
    );
  }
  return new ConnectorError(
    "missing_field",
    `Could not read "${titleOf(id, field.title)}": it is required. Fill it in.`,
    {
      field: id,
    },
  );
}

/** One value to read. */
interface Raw {
  readonly id: string;
  readonly field: Field;
  readonly raw: unknown;
  readonly context: AcceptContext;
}

function acceptValue({ id, field, raw, context }: Raw): unknown {
  try {
    return field.accept(raw, context);
  } catch (error) {
    if (!isConnectorError(error) || error.field !== undefined) throw error;
    throw new ConnectorError(error.code, formFault(titleOf(id, field.title), error.message), {
      field: id,
      cause: error,
    });
  }
}

/**
 * Returns the label of a field or column.
 *
 * @param id - Its id
 * @param title - The label that its author set
 * @returns The label; without one, the id split into words: `firstName` and `first_name` become `First name`
 */
export function titleOf(id: string, title: string | undefined): string {
  if (title !== undefined && title !== "") return title;
  const words = id
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter((word) => word !== "");
  const sentence = words.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(" ");
  return sentence === "" ? id : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** An `accept` function reports either a reason or a complete sentence, such as that of a date range. */
function formFault(title: string, reason: string): string {
  return `Could not read "${title}": ${reason.replace(/^Could not read [^:]*: /, "").replace(/\.$/, "")}.`;
}
