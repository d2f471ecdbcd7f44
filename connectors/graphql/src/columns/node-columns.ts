import {
  arrayOf,
  bool,
  type Column,
  type Columns,
  date,
  id,
  memberAt,
  number,
  type Row,
  text,
} from "@wellhead/sdk";
import {
  type FieldModel,
  isRequired,
  namedRef,
  type SchemaModel,
  type TypeModel,
  typeText,
} from "../schema/schema.js";

/** A column, and how it is read. */
interface NodeColumn {
  readonly id: string;
  readonly column: Column;
  /** Names on the way to the value, in the query and in the response. */
  readonly path: readonly string[];
  /** Type of the value, as a query writes it. */
  readonly type: string;
  /** Type that the value belongs to, if the items are of several types. */
  readonly on: string | undefined;
}

/** Maximum number of columns that are read unless a person has chosen some. */
const maxColumns = 120;

/** Names of the members by which a related object is recognised. Others are read when a person has chosen them. */
const nearMembers: ReadonlySet<string> = new Set(["id", "name", "title", "login", "key", "number"]);

/** Names of scalars whose values are dates. */
const dates = /^(?:ISO8601)?Date(?:Time)?$/i;

/** The columns of the items of a list. */
export class NodeColumns {
  readonly #all: readonly NodeColumn[];
  readonly #chosen: readonly NodeColumn[];

  /**
   * @param schema - The schema
   * @param node - Type of the items
   * @param chosen - Ids of the columns that are read. Default: those of the item, and a few of each related object
   */
  constructor(schema: SchemaModel, node: TypeModel, chosen: readonly string[] = []) {
    this.#all = columnsOf(schema, node);
    const usual = this.#all.filter(({ path }) => path.length === 1 || nearMembers.has(path.at(-1) ?? ""));
    this.#chosen =
      chosen.length === 0
        ? usual.slice(0, maxColumns)
        : this.#all.filter((column) => chosen.includes(column.id));
  }

  /** Ids of all columns that can be chosen. */
  get ids(): readonly string[] {
    return this.#all.map((column) => column.id);
  }

  /** The columns that are read, by id. */
  get columns(): Columns {
    return Object.fromEntries(this.#chosen.map((column) => [column.id, column.column]));
  }

  /** The selection of the query, such as `id author { login }`. */
  get selection(): string {
    const types = new Set(this.#chosen.map(({ on }) => on));
    const parts = [...types].map((on) => {
      const fields = selectionOf(this.#chosen.filter((column) => column.on === on).map(({ path }) => path));
      return on === undefined ? fields : `... on ${on} { ${fields} }`;
    });
    return ["__typename", ...parts].join(" ");
  }

  /**
   * Converts an item to a row.
   *
   * @param item - The item as the API returned it
   * @returns The row
   */
  row(item: object): Row {
    const type = memberAt(item, "__typename");
    return Object.fromEntries(
      this.#chosen.map(({ id: key, path, on, column }) => [
        key,
        on === undefined || on === type ? cellOf(valueAt(item, path), column) : null,
      ]),
    );
  }
}

/** Writes paths as a selection. Fields of one object are written together. */
function selectionOf(paths: ReadonlyArray<readonly string[]>): string {
  const names = [...new Set(paths.map(([name = ""]) => name))];
  return names
    .map((name) => {
      const deeper = paths.filter((path) => path[0] === name && path.length > 1).map((path) => path.slice(1));
      return deeper.length === 0 ? name : `${name} { ${selectionOf(deeper)} }`;
    })
    .join(" ");
}

function columnsOf(schema: SchemaModel, node: TypeModel): readonly NodeColumn[] {
  if (node.kind !== "UNION") return membersOf(schema, node);
  const type: NodeColumn = {
    id: "__typename",
    column: text(),
    path: ["__typename"],
    type: "String!",
    on: undefined,
  };
  const members = (node.possibleTypes ?? []).flatMap(({ name }) => {
    const possible = schema.types.get(name ?? "");
    if (possible === undefined) return [];
    // Fields of one name may have other types elsewhere, which one query cannot read side by side.
    const scalars = membersOf(schema, possible).filter(
      ({ path }) => path.length === 1 && path[0] !== "__typename",
    );
    return scalars.map((column) => ({ ...column, id: `${possible.name}.${column.id}`, on: possible.name }));
  });
  return [type, ...withoutConflicts(members)];
}

/** Keeps the fields of several types that one query can read: those that have the same type wherever they occur. */
function withoutConflicts(columns: readonly NodeColumn[]): readonly NodeColumn[] {
  const kinds = new Map<string, Set<string>>();
  for (const { path, type } of columns) {
    const name = path.join(".");
    kinds.set(name, (kinds.get(name) ?? new Set()).add(type));
  }
  return columns.filter(({ path }) => kinds.get(path.join("."))?.size === 1);
}

function membersOf(schema: SchemaModel, { fields }: TypeModel): readonly NodeColumn[] {
  return (fields ?? []).flatMap((field) => {
    if (field.args.some((one) => isRequired(one))) return [];
    const { kind, name, lists } = namedRef(field.type);
    if (kind === "SCALAR" || kind === "ENUM") return [columnOf(field, [])];
    if (lists > 0 || (kind !== "OBJECT" && kind !== "INTERFACE")) return [];
    const inner = schema.types.get(name)?.fields ?? [];
    // A connection is a list of its own.
    if (inner.some((one) => one.name === "pageInfo")) return [];
    return inner
      .filter((one) => !one.args.some((argument) => isRequired(argument)) && isLeaf(one))
      .map((one) => columnOf(one, [field.name]));
  });
}

function isLeaf({ type }: FieldModel): boolean {
  const { kind } = namedRef(type);
  return kind === "SCALAR" || kind === "ENUM";
}

function columnOf({ name, type, description }: FieldModel, prefix: readonly string[]): NodeColumn {
  const path = [...prefix, name];
  const members = description === undefined || description === null ? {} : { description };
  const { name: scalar, lists } = namedRef(type);
  const isId = scalar === "ID" && path.length === 1 && name === "id" && lists === 0;
  return {
    id: path.join("."),
    column: isId ? id(members) : plainColumn(scalar, lists, members),
    path,
    type: typeText(type),
    on: undefined,
  };
}

function plainColumn(scalar: string, lists: number, members: { readonly description?: string }): Column {
  const isNumber = scalar === "Int" || scalar === "Float";
  if (lists === 1) return arrayOf(isNumber ? number() : text());
  if (lists > 1) return text(members);
  if (scalar === "Boolean") return bool(members);
  if (isNumber) return number(members);
  return dates.test(scalar) ? date(members) : text(members);
}

function valueAt(item: object, path: readonly string[]): unknown {
  let here: unknown = item;
  for (const name of path)
    here = typeof here === "object" && here !== null ? memberAt(here, name) : undefined;
  return here;
}

function cellOf(value: unknown, { column }: Column): unknown {
  if (value === undefined || value === null) return null;
  if (column === "array[number]" || column === "array[text]") {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.map((one) => plainCell(one, column === "array[number]" ? "number" : "text"));
  }
  return plainCell(value, column);
}

function plainCell(value: unknown, column: string): unknown {
  if (value === null || typeof value === "string") return value;
  const isText = column === "text" || column === "id";
  return typeof value === "object" || isText ? JSON.stringify(value) : value;
}
