import { type SyncAction, syncActionKey } from "@wellhead/contract/vocabulary";
import { writeJson } from "@wellhead/rows";
import { type Column, type Row, type RowKey, upstreamInvalid } from "@wellhead/sdk";
import { isFileColumn } from "@wellhead/sdk/internal";
import { checkRow, writeRow } from "../../../stream/encoder/row-writers.js";
import { type EntityColumns, otherFields, titleColumnOf } from "../describe/describe-entity.js";

/** Options of {@link EntityWriter}. */
export interface EntityWriterOptions {
  /** Returns the address of a file. Default: columns of files hold addresses. */
  readonly addressOf?: ((file: string) => string) | undefined;
  /**
   * Columns of a row that hold the texts of its key, in the order of the key. They are used where the key itself has a
   * value that JSON does not have, such as NaN. Default: none.
   */
  readonly keyTexts?: readonly string[] | undefined;
  /** Whether an entity has its row as reports have it, in place of its fields. Default: `false`. */
  readonly isExact?: boolean | undefined;
}

/** Writes rows of one source as entities. */
export class EntityWriter {
  readonly #source: string;
  readonly #type: EntityColumns;
  readonly #title: string | undefined;
  readonly #fields: readonly (readonly [column: string, field: string])[];
  readonly #addressOf: EntityWriterOptions["addressOf"];
  readonly #keyTexts: readonly string[];
  /** Whether an entity has its row as reports have it, in place of its fields. */
  readonly isExact: boolean;

  /**
   * @param source - Id of the source, for errors
   * @param type - Its columns and key
   * @param options - What only some sources have
   */
  constructor(
    source: string,
    type: EntityColumns,
    { addressOf, keyTexts = [], isExact = false }: EntityWriterOptions = {},
  ) {
    this.isExact = isExact;
    this.#source = source;
    this.#addressOf = addressOf;
    this.#keyTexts = keyTexts.length === type.key.length ? keyTexts : [];
    this.#type = type;
    this.#title = titleColumnOf(type.columns);
    this.#fields = otherFields(type);
  }

  /**
   * @param given - A row of the source
   * @returns The JSON of the entity
   * @throws ConnectorError `upstream_invalid` when a key column is empty, `internal` when the row is not an object
   */
  writeText(given: Row): string {
    if (!this.isExact) return writeJson(this.write(given)) ?? "{}";
    const row = checkRow(given, syncActionKey);
    return `{"id":${JSON.stringify(this.idOf(row))},"row":${writeRow(row, syncActionKey)}}`;
  }

  /**
   * @param given - A row of the source
   * @returns The entity with its fields
   * @throws ConnectorError as {@link writeText} does
   */
  write(given: Row): object {
    const row = checkRow(given, syncActionKey);
    const cells = this.#fields.map(([column, field]): [string, unknown] => [field, this.cellOf(row, column)]);
    // `fromEntries` defines own properties, so that a column named `__proto__` cannot set the prototype.
    return Object.fromEntries([["id", this.idOf(row)], ["name", this.nameOf(row)], ...cells]);
  }

  /**
   * @param row - A row that was checked
   * @returns The key, as text
   * @throws ConnectorError `upstream_invalid` when a key column is empty
   */
  idOf(row: RowKey): string {
    const parts: string[] = [];
    for (const [index, column] of this.#type.key.entries()) {
      const text = keyTextOf(row[column]) ?? textOf(row[this.#keyTexts[index] ?? ""]);
      if (text === undefined) {
        throw upstreamInvalid(
          `Could not synchronize "${this.#source}": a row has no value in its key column "${column}", or one that does not exist in JSON, such as the day 0000-00-00. Correct the row in the source, or synchronize the other types only.`,
        );
      }
      parts.push(text);
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? idOfText(only) : JSON.stringify(parts);
  }

  /** Reports whether a member of a row holds the text of a key, which the source does not have. */
  isKeyText(column: string): boolean {
    return this.#keyTexts.includes(column);
  }

  /**
   * @param row - A row that was checked
   * @returns The title; the key when there is none
   * @throws ConnectorError `upstream_invalid` when there is neither
   */
  nameOf(row: Row): string {
    return (this.#title === undefined ? undefined : textOf(row[this.#title])) ?? this.idOf(row);
  }

  /**
   * @param row - A row that was checked
   * @param id - Id of a column
   * @returns The value of the column in the platform's format; `undefined` when the row does not have it
   */
  cellOf(row: Row, id: string): unknown {
    const column = this.#type.columns[id];
    const cell = this.#relatedId(cellOf(valueOf(row, id, column), column), column);
    const addressOf = this.#addressOf;
    if (addressOf === undefined || column === undefined || !isFileColumn(column)) return cell;
    const address = (one: unknown): unknown => (typeof one === "string" && one !== "" ? addressOf(one) : one);
    return Array.isArray(cell) ? cell.map(address) : address(cell);
  }

  /**
   * Returns a cell as the id of the related row. An empty text is a key in tables only; elsewhere it stands for no relation.
   */
  #relatedId(cell: unknown, column: Column | undefined): unknown {
    if (typeof cell !== "string" || column === undefined || !holdsId(column)) return cell;
    return cell === "" && this.#keyTexts.length === 0 ? cell : idOfText(cell);
  }

  /**
   * @param given - Key of a deleted row
   * @returns The entity to remove
   * @throws ConnectorError `upstream_invalid` when a key column is empty, `internal` when the key is not an object
   */
  remove(given: RowKey): object {
    const key = checkRow(given, syncActionKey);
    const row = this.isExact ? { row: key } : {};
    return { id: this.idOf(key), [syncActionKey]: "REMOVE" satisfies SyncAction, ...row };
  }
}

/** Returns the value of a column; for a relation of several columns, the key of the related row as its `id` has it. */
function valueOf(row: Row, id: string, column: Column | undefined): unknown {
  const parts = column?.relation?.kind === "source" ? column.relation.parts : undefined;
  if (parts === undefined) return row[id];
  const texts = parts.map((part) => keyTextOf(row[part]));
  return texts.includes(undefined) ? null : JSON.stringify(texts);
}

/**
 * Returns the id of a row whose key is one text: the text itself. An id must not be empty, so the id of an empty text is
 * `[""]`. No other text may have the same id, so one that looks like this is put between brackets once more.
 */
function idOfText(text: string): string {
  return text === "" || /^\["[[\]"\\]*"\]$/.test(text) ? JSON.stringify([text]) : text;
}

/** Reports whether a column holds the id of a row of another type. */
export function holdsId({ relation }: Column): boolean {
  return relation?.kind === "source" && relation.by === undefined && relation.parts === undefined;
}

/** Returns a part of a key as text, which can be empty. */
function keyTextOf(value: unknown): string | undefined {
  return value === "" ? "" : textOf(value);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (value instanceof Date) return dateText(value);
  return typeof value === "string" ? value : writeJson(value);
}

/** Returns the value of a cell in the platform's format; `undefined` when the row does not have it. */
function cellOf(value: unknown, column: Column | undefined): unknown {
  if (value === null || value === undefined || column === undefined) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => textOf(one) ?? "");
  switch (column.column) {
    case "date":
      return dateOf(value, column.subType === "day");
    case "bool":
    case "id":
    case "text":
      return textOf(value) ?? "";
    default:
      return typeof value === "bigint" ? String(value) : value;
  }
}

/** Instants are ISO 8601 in UTC with milliseconds, and days are dates. Text that is neither is not changed. */
function dateOf(value: unknown, isDay: boolean): unknown {
  if (isDay && typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value)) return value.slice(0, 10);
  const date =
    value instanceof Date ? value : new Date(typeof value === "string" ? withZone(value) : Number.NaN);
  const text = dateText(date);
  if (text === undefined) return value instanceof Date ? null : value;
  return isDay ? text.slice(0, 10) : text;
}

function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Adds the zone to a time that has none, which would be read in the zone of this machine. */
function withZone(text: string): string {
  const iso = text.replace(" ", "T");
  return /T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(iso) ? `${iso}Z` : iso;
}
