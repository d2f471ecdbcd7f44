import { type FieldModel, isRequired, namedRef, type SchemaModel, type TypeModel } from "./schema.js";

/** A list that a query can read. */
export interface ListModel {
  /** Names of the fields on the way to it, joined by dots. */
  readonly id: string;
  /** The fields on the way to it, itself included. */
  readonly path: readonly FieldModel[];
  /** Type of its items. */
  readonly node: TypeModel;
  /** Where its items are: an array, or the `nodes` or `edges` of a connection. */
  readonly form: "array" | "nodes" | "edges";
}

const composite: ReadonlySet<string> = new Set(["OBJECT", "INTERFACE", "UNION"]);

/** Arguments with which a connection is paged. */
export const pagingArguments: ReadonlySet<string> = new Set(["first", "last", "after", "before"]);

/**
 * Finds the lists of an API: connections by the rule of Relay and arrays of objects that a query has, and connections of
 * an object that a query returns.
 *
 * @param schema - The schema
 * @returns The lists by id
 * @see https://relay.dev/graphql/connections.htm
 */
export function findLists(schema: SchemaModel): ReadonlyMap<string, ListModel> {
  const lists: ListModel[] = [];
  for (const field of schema.query.fields ?? []) {
    const own = listOf(schema, [field]);
    if (own !== undefined) lists.push(own);
    else lists.push(...listsBelow(schema, field));
  }
  return new Map(lists.map((list) => [list.id, list]));
}

function listsBelow(schema: SchemaModel, parent: FieldModel): readonly ListModel[] {
  const { kind, name, lists } = namedRef(parent.type);
  if (lists > 0 || kind !== "OBJECT") return [];
  return (schema.types.get(name)?.fields ?? []).flatMap((field) => {
    const list = listOf(schema, [parent, field]);
    return list === undefined || list.form === "array" ? [] : [list];
  });
}

function listOf(schema: SchemaModel, path: readonly FieldModel[]): ListModel | undefined {
  const field = path.at(-1);
  if (field === undefined) return undefined;
  const id = path.map(({ name }) => name).join(".");
  const { kind, name, lists } = namedRef(field.type);
  const type = schema.types.get(name);
  if (type === undefined) return undefined;
  if (lists === 1 && composite.has(kind)) return { id, path, node: type, form: "array" };
  const isPaged =
    field.args.some((one) => one.name === "first") && field.args.some((one) => one.name === "after");
  const requiresOthers = field.args.some(
    (one) => (one.name === "last" || one.name === "before") && isRequired(one),
  );
  if (lists > 0 || !isPaged || requiresOthers) return undefined;
  const connection = connectionOf(schema, type);
  return connection === undefined ? undefined : { id, path, ...connection };
}

function connectionOf(
  schema: SchemaModel,
  { fields }: TypeModel,
): Pick<ListModel, "node" | "form"> | undefined {
  const page = schema.types.get(typeNameOf(fields, "pageInfo", 0) ?? "");
  const hasPage = ["hasNextPage", "endCursor"].every(
    (name) => page?.fields?.some((one) => one.name === name) === true,
  );
  if (!hasPage) return undefined;
  const nodes = schema.types.get(typeNameOf(fields, "nodes", 1) ?? "");
  if (nodes !== undefined && composite.has(nodes.kind)) return { node: nodes, form: "nodes" };
  const edge = schema.types.get(typeNameOf(fields, "edges", 1) ?? "");
  const node = schema.types.get(typeNameOf(edge?.fields, "node", 0) ?? "");
  return node !== undefined && composite.has(node.kind) ? { node, form: "edges" } : undefined;
}

/** Returns the name of a field's type; `undefined` when there is no such field without arguments of its own. */
function typeNameOf(fields: TypeModel["fields"], name: string, expectedLists: number): string | undefined {
  const field = fields?.find((one) => one.name === name);
  if (field === undefined || field.args.some((one) => isRequired(one))) return undefined;
  const { name: type, lists } = namedRef(field.type);
  return lists === expectedLists ? type : undefined;
}
