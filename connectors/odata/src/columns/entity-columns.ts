import {
  arrayOf,
  bool,
  type Column,
  type Columns,
  date,
  fitsDouble,
  id,
  number,
  type Row,
  text,
} from "@wellhead/sdk";
import type { PropertyModel, ServiceModel, TypeModel } from "../metadata/model.js";

/** A column, and how its value is read from an entity. */
interface EntityColumn {
  readonly id: string;
  readonly column: Column;
  readonly read: (entity: object) => unknown;
}

/** What a person has chosen to read of a set. */
export interface ColumnChoice {
  /** Properties to read. Default: all. */
  readonly select?: readonly string[] | undefined;
  /** Navigation properties whose entities are read, too. Default: none. */
  readonly expand?: readonly string[] | undefined;
}

/** Maximum levels of complex values that become columns. Deeper ones become JSON text. */
const maxLevels = 3;

/** Column of the members that the type does not declare. */
const moreColumn = "more members";

/** Types of values that are not read: the content of a file is not part of an entity. */
const streams: ReadonlySet<string> = new Set(["Edm.Stream"]);

/** The columns of the entities of a set. */
export class EntityColumns {
  readonly #columns: readonly EntityColumn[];

  /**
   * @param model - Metadata of the service
   * @param type - Type of the entities
   * @param choice - What is read of them
   */
  constructor(model: ServiceModel, type: TypeModel, { select, expand = [] }: ColumnChoice = {}) {
    const own = type.properties.filter(
      ({ name }) => select === undefined || select.length === 0 || select.includes(name),
    );
    const isWhole = own.length === type.properties.length;
    this.#columns = [
      ...own.flatMap((property) =>
        columnsOf(property, { model, key: type.key, prefix: "", level: 1, at: [] }),
      ),
      ...type.navigation
        .filter(({ name }) => expand.includes(name))
        .flatMap((property) => expandedColumns(property, model)),
      ...(type.isOpen && isWhole ? [moreOf(type)] : []),
    ];
  }

  /** The columns by id. */
  get columns(): Columns {
    return Object.fromEntries(this.#columns.map(({ id: key, column }) => [key, column]));
  }

  /**
   * Converts an entity to a row.
   *
   * @param entity - The entity as the service returned it
   * @returns The row
   */
  row(entity: object): Row {
    return Object.fromEntries(this.#columns.map(({ id: key, read }) => [key, read(entity)]));
  }
}

interface Place {
  readonly model: ServiceModel;
  /** Key of the type; its only property becomes the id of a row. */
  readonly key: readonly string[];
  readonly prefix: string;
  readonly level: number;
  /** Names of the members on the way to the value. */
  readonly at: readonly string[];
}

function columnsOf(property: PropertyModel, place: Place): readonly EntityColumn[] {
  const { model, key, prefix, level } = place;
  const { name, type, isCollection, description } = property;
  if (streams.has(type)) return [];
  const at = [...place.at, name];
  const complex = model.types.get(type);
  if (complex !== undefined && !isCollection && !complex.isOpen && level <= maxLevels) {
    const inner = { model, key: [], prefix: `${prefix}${name}.`, level: level + 1, at };
    return complex.properties.flatMap((one) => columnsOf(one, inner));
  }
  const isId = key.length === 1 && key[0] === name;
  const members = description === undefined ? {} : { description };
  return [
    {
      id: `${prefix}${name}`,
      column: isId ? id(members) : columnOf(property, members),
      read: (entity) => cellOf(valueAt(entity, at), isId ? "id" : type),
    },
  ];
}

/** Columns of another entity; several of them are JSON text. */
function expandedColumns(property: PropertyModel, model: ServiceModel): readonly EntityColumn[] {
  const { name, type, isCollection } = property;
  const target = model.types.get(type);
  if (isCollection || target === undefined)
    return [{ id: name, column: text(), read: (entity) => cellOf(valueAt(entity, [name]), type) }];
  return target.properties.flatMap((one) =>
    columnsOf(one, { model, key: [], prefix: `${name}.`, level: 2, at: [name] }),
  );
}

/** The column of dynamic members and those of derived types. */
function moreOf({ properties, navigation }: TypeModel): EntityColumn {
  const declared = new Set([...properties, ...navigation].map(({ name }) => name));
  return {
    id: moreColumn,
    column: text({ description: "Members that the metadata does not declare, as JSON" }),
    read: (entity) => {
      const more = Object.entries(entity).filter(([name]) => !declared.has(name) && !name.includes("@"));
      return more.length === 0 ? null : JSON.stringify(Object.fromEntries(more));
    },
  };
}

const numbers: ReadonlySet<string> = new Set(
  ["Byte", "SByte", "Int16", "Int32", "Int64", "Decimal", "Single", "Double"].map((name) => `Edm.${name}`),
);

/**
 * Reports whether values of a type are numbers.
 *
 * @param type - Qualified name
 * @returns Whether they are
 */
export function isNumber(type: string): boolean {
  return numbers.has(type);
}

function columnOf({ type, isCollection }: PropertyModel, members: { readonly description?: string }): Column {
  const isDate = type === "Edm.Date" || type === "Edm.DateTimeOffset";
  if (isCollection) {
    if (isNumber(type)) return arrayOf(number());
    if (isDate) return arrayOf(date());
    return type === "Edm.String" || type === "Edm.Guid" ? arrayOf(text()) : text(members);
  }
  if (type === "Edm.Boolean") return bool(members);
  if (isNumber(type)) return number(members);
  return isDate ? date(members) : text(members);
}

function valueAt(entity: object, names: readonly string[]): unknown {
  let here: unknown = entity;
  for (const name of names) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return undefined;
    // An object with this own member, so it can be read as a record.
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}

/** Converts a value. Digits that a number cannot hold arrive as text. */
function cellOf(value: unknown, type: string): unknown {
  if (value === undefined || value === null) return null;
  if (type === "id") return typeof value === "string" ? value : JSON.stringify(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const isPlain = items.every((item) => typeof item !== "object" || item === null);
    if (isPlain && (isNumber(type) || type.startsWith("Edm.")))
      return items.map((item) => cellOf(item, type));
  }
  if (typeof value === "object") return JSON.stringify(value);
  return isNumber(type) && typeof value === "string" ? numberOf(value) : value;
}

function numberOf(digits: string): number | bigint | string {
  if (/^[+-]?\d+$/.test(digits))
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits.replace("+", ""));
  return fitsDouble(digits) ? Number(digits) : digits;
}
