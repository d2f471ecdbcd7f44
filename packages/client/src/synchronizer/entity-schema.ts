import { ConnectorError } from "../http/connector-error.js";
import { isRecord, type JsonRecord, recordsOf, textOf } from "../json/lenient-json.js";

/** How a field refers to entities of another type. */
export interface EntityRelation {
  /** `many-to-one`, `many-to-many` or `one-to-one`; as the connector wrote it. */
  readonly cardinality: string;
  /** Name of this side. */
  readonly name: string;
  /** Name of the other side. */
  readonly targetName: string;
  /** Id of the type it refers to. */
  readonly targetType: string;
  /** Id of the field of the target that holds the same value; `id` when the connector does not say. */
  readonly targetFieldId: string;
  /** Whether the target belongs to the platform instead of the connector. */
  readonly isNative: boolean;
}

/** The column of a source that a field is. */
export interface EntityColumn {
  /** `id`, `text`, `number`, `date`, `bool` or an array of these; as the connector wrote it. */
  readonly type: string;
  /** Position in the key of the rows; `undefined` when it is not part of the key. */
  readonly key: number | undefined;
  /** How the source stores the values, such as `decimal(10,2)`; empty when the connector does not say. */
  readonly storedAs: string;
}

/** A field of a type of entities. */
export interface EntityField {
  readonly id: string;
  readonly name: string;
  /** `id`, `text`, `number`, `date` or `array[text]`; as the connector wrote it, `text` when it did not. */
  readonly type: string;
  /** Such as `boolean` or `multi-select`; empty without one. */
  readonly subType: string;
  readonly description: string;
  /** Whether a platform omits the field unless the user asks for it. */
  readonly isIgnored: boolean;
  /** Names of the options of a select or a workflow. */
  readonly options: readonly string[];
  readonly relation: EntityRelation | undefined;
  /** Its column, if the schema was requested as `exact` and the connector knows that. */
  readonly column: EntityColumn | undefined;
}

/** Fields by type. */
export interface EntitySchema {
  /** Fields of each type, in the order in which they are shown. */
  readonly types: ReadonlyMap<string, readonly EntityField[]>;
  /** The response, unchanged. Requests for data send it back. */
  readonly raw: JsonRecord;
}

/**
 * Reads the response of POST synchronizer/schema.
 *
 * @param answer - The parsed response
 * @returns Fields by type. Every type has the field `id`, also when the connector does not list it, unless its fields are
 * the columns of a source
 * @throws ConnectorError `invalid` when the response is not an object
 * @see The synchronizer contract, POST schema
 */
export function readEntitySchema(answer: unknown): EntitySchema {
  if (!isRecord(answer)) {
    throw new ConnectorError(
      "invalid",
      "Could not read POST /api/v1/synchronizer/schema: expected an object of types. Report this to the author of the connector.",
    );
  }
  const types = new Map<string, readonly EntityField[]>();
  for (const [type, fields] of Object.entries(answer))
    if (isRecord(fields)) types.set(type, readFields(fields));
  return { types, raw: answer };
}

function readFields(fields: JsonRecord): readonly EntityField[] {
  const given = Object.entries(fields).flatMap(([id, field]) =>
    isRecord(field) && id !== "" ? [{ field: readField(id, field), order: orderOf(field) }] : [],
  );
  const ordered = given.toSorted((a, b) => a.order - b.order).map(({ field }) => field);
  if (isExact(ordered)) return ordered;
  const [key = readField("id", { type: "id" })] = ordered.filter(({ id }) => id === "id");
  return [key, ...ordered.filter(({ id }) => id !== "id")];
}

/**
 * Reports whether fields are the columns of a source, so that its rows are those of the source too.
 *
 * @param fields - Fields of a type
 * @returns Whether each is a column, and at least one is part of the key
 */
export function isExact(fields: readonly EntityField[]): boolean {
  return (
    fields.every(({ column }) => column !== undefined) &&
    fields.some(({ column }) => column?.key !== undefined)
  );
}

function readColumn(column: JsonRecord): EntityColumn {
  const key = column["key"];
  return {
    type: textOf(column, "type"),
    key: typeof key === "number" ? key : undefined,
    storedAs: textOf(column, "storedAs"),
  };
}

function readField(id: string, field: JsonRecord): EntityField {
  const { relation, column } = field;
  return {
    id,
    name: textOf(field, "name", "title") || id,
    type: textOf(field, "type") || "text",
    subType: textOf(field, "subType"),
    description: textOf(field, "description"),
    isIgnored: field["ignore"] === true,
    options: recordsOf(field["options"]).map((option) => textOf(option, "name", "title")),
    relation: isRecord(relation) ? readRelation(relation) : undefined,
    column: isRecord(column) ? readColumn(column) : undefined,
  };
}

function readRelation(relation: JsonRecord): EntityRelation {
  const targetType = textOf(relation, "targetType");
  return {
    cardinality: textOf(relation, "cardinality") || "many-to-one",
    name: textOf(relation, "name"),
    targetName: textOf(relation, "targetName"),
    targetType,
    targetFieldId: textOf(relation, "targetFieldId") || "id",
    isNative: relation["kind"] === "native" || targetType.startsWith("fibery/"),
  };
}

function orderOf(field: JsonRecord): number {
  const order = field["order"];
  return typeof order === "number" ? order : Number.MAX_SAFE_INTEGER;
}
