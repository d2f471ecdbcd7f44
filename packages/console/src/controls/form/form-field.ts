import { ExactNumber, type Field, type Option } from "@wellhead/client";
import { type FieldType, fieldTypes } from "@wellhead/contract";

/** An option of a list. */
export interface FieldOption {
  readonly title: string;
  readonly value: string | number | boolean;
}

/** A field of a form, described by any generation of the interface. */
export interface FormField extends Omit<Field, "options" | "type"> {
  /** Type; `text` when this page does not know the type. */
  readonly type: FieldType;
  /** Options listed in the field itself; `undefined` when it lists none. */
  readonly options: readonly FieldOption[] | undefined;
}

/** Returns a field with a type that this page knows. */
export function formField(field: Field): FormField {
  const options = fieldOptions(field.options);
  return {
    ...field,
    type: isFieldType(field.type) ? field.type : "text",
    options: options.length === 0 ? undefined : options,
  };
}

/** Returns the options that a form can show. */
export function fieldOptions(options: readonly Option[]): readonly FieldOption[] {
  return options.flatMap(({ title, value }): readonly FieldOption[] => {
    // As text it keeps its digits in the address of the page too, and a connector reads both.
    if (value instanceof ExactNumber) return [{ title, value: value.text }];
    return isScalar(value) ? [{ title, value }] : [];
  });
}

function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(fieldTypes, type);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
