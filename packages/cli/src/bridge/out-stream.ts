import {
  type Column,
  type EntityField,
  ExactNumber,
  type ExactRow,
  type ExactValue,
  parseExactJson,
  writeExactJson,
} from "@wellhead/client";
import { CommandError } from "../command-line/command-error.js";
import type { JsonObject } from "./bridge-config.js";

/** A column of a stream. */
interface OutColumn {
  readonly id: string;
  /** Type as the connector declares it. */
  readonly type: string;
  /** How the source stores the values; empty when the connector does not say. */
  readonly storedAs: string;
  readonly title: string;
  readonly description: string;
}

/** A source of a connector as a stream of a protocol. */
export class OutStream {
  readonly id: string;
  /** Columns that identify a row; empty when the connector does not say. */
  readonly key: readonly string[];
  /** Whether the connector sends the rows in pages, from the position after any of which a later run can go on. */
  readonly isIncremental: boolean;
  readonly #columns: readonly OutColumn[];

  /** Use {@link OutStream.ofColumns} or {@link OutStream.ofFields} instead. */
  constructor(id: string, columns: readonly OutColumn[], key: readonly string[]) {
    this.id = id;
    this.key = key;
    this.isIncremental = key.length > 0;
    this.#columns = columns;
  }

  /** Makes the stream of a source whose rows have no key. */
  static ofColumns(id: string, columns: readonly Column[]): OutStream {
    const known = columns.map(({ id: column, type, name, description }) => ({
      id: column,
      type,
      storedAs: "",
      title: name,
      description,
    }));
    return new OutStream(id, known, []);
  }

  /** Makes the stream of a type whose fields are the columns of a source. */
  static ofFields(id: string, fields: readonly EntityField[]): OutStream {
    const columns = fields.map(({ id: field, column, name, description }) => ({
      id: field,
      type: column?.type ?? "",
      storedAs: column?.storedAs ?? "",
      title: name,
      description,
    }));
    const key = fields
      .filter(({ column }) => column?.key !== undefined)
      .toSorted((a, b) => (a.column?.key ?? 0) - (b.column?.key ?? 0));
    return new OutStream(
      id,
      columns,
      key.map((field) => field.id),
    );
  }

  /** JSON Schema of the records; `deleted` names the column of the time of a deletion. */
  schema(deleted: string | undefined): JsonObject {
    const properties = this.#columns.map(({ id, type, storedAs, title, description }) => [
      id,
      { ...schemaOf(type, storedAs), title, ...(description !== "" && { description }) },
    ]);
    const more = deleted === undefined ? [] : [[deleted, { type: ["null", "string"], format: "date-time" }]];
    return {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      additionalProperties: true,
      properties: Object.fromEntries([...properties, ...more]),
    };
  }

  /**
   * Makes a record of a row that its schema allows. Its digits stay as they are.
   *
   * @param text - The row as JSON
   * @returns The data of the record as JSON
   * @throws CommandError `cut` for a value that is neither of its column nor can be written as such
   */
  recordOf(text: string): string {
    // A row is an object.
    const row = parseExactJson(text) as ExactRow;
    let fitted: Record<string, ExactValue> | undefined;
    for (const column of this.#columns) {
      const value = Object.hasOwn(row, column.id) ? row[column.id] : undefined;
      if (value === undefined || value === null || fits(value, column)) continue;
      fitted ??= { ...row };
      Object.defineProperty(fitted, column.id, {
        value: this.#fit(value, column),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return fitted === undefined ? text : writeExactJson(fitted);
  }

  #fit(value: ExactValue, column: OutColumn): ExactValue {
    const { type, storedAs } = column;
    const isText = type === "text" || type === "date" || type === "id" || type === "";
    if (isText) return typeof value === "string" ? value : writeExactJson(value);
    if (type === "number" && typeof value === "string" && isJsonNumber(value)) {
      const number = new ExactNumber(value);
      if (fits(number, column)) return number;
    }
    throw new CommandError(
      "cut",
      `Could not write a record of "${this.id}": the column "${column.id}" has a value that is not of its type ${storedAs || type}. Report this to the author of the connector.`,
    );
  }
}

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** Types of a column that holds any JSON. */
const anyTypes = ["null", "object", "array", "string", "number", "boolean"];

function schemaOf(type: string, storedAs: string): JsonObject {
  if (storedAs === "json") return { type: anyTypes };
  switch (type) {
    case "id":
      return { type: storedAs === "text" ? ["null", "string"] : ["null", "string", "integer"] };
    case "number":
      return { type: ["null", storedAs === "integer" ? "integer" : "number"] };
    case "bool":
      return { type: ["null", "boolean"] };
    case "date":
      return dateSchema(storedAs);
    case "array[text]":
    case "array[date]":
      return { type: ["null", "array"], items: { type: ["null", "string"] } };
    case "array[number]":
      return { type: ["null", "array"], items: { type: ["null", "number"] } };
    default:
      return { type: ["null", "string"] };
  }
}

/** Says the format only where every value has it. A connector that says nothing may send dates of any form. */
function dateSchema(storedAs: string): JsonObject {
  const type = ["null", "string"];
  return storedAs === "instant" ? { type, airbyte_type: "timestamp_with_timezone" } : { type };
}

function fits(value: ExactValue, { type, storedAs }: OutColumn): boolean {
  if (storedAs === "json") return true;
  const isNumber = typeof value === "number" || value instanceof ExactNumber;
  switch (type) {
    case "id":
      return typeof value === "string" || (storedAs !== "text" && isNumber && isInteger(value));
    case "number":
      return isNumber && (storedAs !== "integer" || isInteger(value));
    case "bool":
      return typeof value === "boolean";
    case "array[text]":
    case "array[date]":
      return isListOf(value, (one) => typeof one === "string");
    case "array[number]":
      return isListOf(value, (one) => typeof one === "number" || one instanceof ExactNumber);
    default:
      return typeof value === "string";
  }
}

function isInteger(value: number | ExactNumber): boolean {
  return value instanceof ExactNumber ? /^-?\d+$/.test(value.text) : Number.isInteger(value);
}

function isListOf(value: ExactValue, isOne: (value: ExactValue) => boolean): boolean {
  return Array.isArray(value) && value.every((one: ExactValue) => one === null || isOne(one));
}
