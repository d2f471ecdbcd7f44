import { type FieldType, fieldTypes } from "@wellhead/contract";
import { type JsonRecord, textOf } from "../json/record.js";
import type { FormField } from "./form-field.js";
import { readOptions } from "./read-options.js";

/**
 * Reads one field of a form as GET / describes it. What is missing gets its default; a field without an id is
 * left out, because nothing could be sent for it.
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
