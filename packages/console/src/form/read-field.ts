import { type FieldType, fieldTypes } from "@wellhead/contract";
import { type JsonRecord, textOf } from "../json/record.js";
import type { FormField } from "./form-field.js";
import { readOptions } from "./read-options.js";

/**
 * Parses a form field as GET / describes it. Missing members get defaults. A field without an id is skipped, because
 * its value could not be sent.
 */
export function readField(record: JsonRecord): FormField | undefined {
  const id = textOf(record, "id");
  if (id === "") return undefined;
  const requires = record["datalist_requires"];
  const mode = record["editorMode"];
  return {
    id,
    title: textOf(record, "title", "name") || id,
    description: textOf(record, "description"),
    type: typeOf(record["type"]),
    required: isRequired(record),
    defaultValue: record["defaultValue"],
    placeholder: textOf(record, "placeholder"),
    address: textOf(record, "value"),
    editorMode: mode === "json" || mode === "sql" ? mode : undefined,
    secured: record["secured"] === true,
    live: record["datalist"] === true,
    requires: Array.isArray(requires) ? requires.filter((one) => typeof one === "string") : [],
    options: readOptions(record["data"] ?? record["choices"] ?? record["options"]),
  };
}

function typeOf(type: unknown): FieldType {
  return isFieldType(type) ? type : "text";
}

function isFieldType(type: unknown): type is FieldType {
  return typeof type === "string" && Object.hasOwn(fieldTypes, type);
}

function isRequired(record: JsonRecord): boolean {
  if (typeof record["required"] === "boolean") return record["required"];
  return record["optional"] !== true;
}
