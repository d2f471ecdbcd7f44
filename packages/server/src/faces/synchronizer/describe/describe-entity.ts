import type { EntityField, EntityOption, EntityRelation } from "@wellhead/contract/synchronizer";
import type { Column, Columns, Source } from "@wellhead/sdk";
import { isColor } from "@wellhead/sdk/internal";
import { titleOf } from "../../../request/read-form.js";
import { keyOf } from "../../../request/source/open-source.js";

/** Fields of a type by id. */
export type EntityFields = Readonly<Record<string, EntityField>>;

/** The columns of a type that the platform knows as `id` and `name`. */
export interface EntityColumns {
  readonly columns: Columns;
  /** Columns that identify a row. */
  readonly key: readonly string[];
}

/** The columns of a type, and those of its rows. */
export interface RowsType extends EntityColumns {
  /** Columns as reports have them: without relations that are made of other columns. */
  readonly rowColumns: Columns;
}

/**
 * Describes the fields of a type. Every type has `id`, which holds the key, and `name`.
 *
 * @param type - Columns and key of the source
 * @param sources - All sources, for relations
 * @returns The fields, in order
 * @see The synchronizer contract, POST schema
 */
export function describeEntity(type: EntityColumns, sources: ReadonlyMap<string, Source>): EntityFields {
  const { columns } = type;
  const title = titleColumnOf(columns);
  const named = title === undefined ? undefined : columns[title];
  const fields: [string, EntityField][] = [
    ["id", { name: "Id", type: "id", readonly: true, order: 0 }],
    [
      "name",
      {
        name: title === undefined || named === undefined ? "Name" : titleOf(title, named.title),
        type: "text",
        subType: "title",
        order: 1,
      },
    ],
  ];
  for (const [order, [id, field]] of otherFields(type).entries()) {
    const column = columns[id];
    if (column !== undefined)
      fields.push([field, { ...describeField(id, column, sources), order: order + 2 }]);
  }
  // `fromEntries` defines own properties, so that a column named `__proto__` cannot set the prototype.
  return Object.fromEntries(fields);
}

/**
 * Describes the columns of a source, for a copy that has the same: their ids, their types and the key.
 *
 * @param type - Columns and key of the source
 * @param sources - All sources, for relations
 * @returns The fields, in order
 * @see The synchronizer contract, POST schema
 */
export function describeRows(
  { columns, rowColumns, key }: RowsType,
  sources: ReadonlyMap<string, Source>,
): EntityFields {
  const fields = Object.entries(rowColumns).map(([id, own], order): [string, EntityField] => {
    const position = key.indexOf(id);
    const column = {
      type: own.column,
      ...(position !== -1 && { key: position }),
      ...(own.storedAs !== undefined && { storedAs: own.storedAs }),
    };
    return [id, { ...describeField(id, columns[id] ?? own, sources), column, order }];
  });
  // `fromEntries` defines own properties, so that a column named `__proto__` cannot set the prototype.
  return Object.fromEntries(fields);
}

/**
 * Returns the column by whose value people recognise a row.
 *
 * @param columns - Columns of the source
 * @returns Id of the column of sub type `title`, else of the text column `name` or `title`; `undefined` when there is
 * none
 */
export function titleColumnOf(columns: Columns): string | undefined {
  const declared = Object.entries(columns).find(([, { subType }]) => subType === "title");
  if (declared !== undefined) return declared[0];
  return ["name", "title"].find((id) => Object.hasOwn(columns, id) && columns[id]?.column === "text");
}

/**
 * Lists the columns that become separate fields: all except a column of sub type `title` and a key that is a single column
 * of type `id`, whose values `name` and `id` have. Any other key or title may have values that these cannot have. A column
 * with one of the two names gets another id.
 *
 * @param type - Columns and key of the source
 * @returns Id of each column and of its field
 */
export function otherFields({ columns, key }: EntityColumns): readonly (readonly [string, string])[] {
  const [only = ""] = key.length === 1 ? key : [];
  return Object.keys(columns)
    .filter((id) => columns[id]?.subType !== "title" && (id !== only || columns[id]?.column !== "id"))
    .map((id) => [id, fieldIdOf(id, columns)] as const);
}

function fieldIdOf(id: string, columns: Columns): string {
  if (id !== "id" && id !== "name") return id;
  let free = `${id}_`;
  while (Object.hasOwn(columns, free)) free += "_";
  return free;
}

function describeField(id: string, column: Column, sources: ReadonlyMap<string, Source>): EntityField {
  const { title, description, ignore, readonly, subType, format, selectOptions } = column;
  const name = titleOf(id, title);
  const relation = describeRelation(name, column, sources);
  return {
    name,
    ...typeOf(column),
    ...(subType !== undefined && { subType }),
    ...(description !== undefined && { description }),
    ...(ignore !== undefined && { ignore }),
    ...(readonly !== undefined && { readonly }),
    ...(format !== undefined && { format }),
    ...(selectOptions !== undefined && { options: selectOptions.map(describeOption) }),
    ...(relation !== undefined && { relation }),
  };
}

/** Leaves out a color that the platform cannot show, such as the name of one that an upstream sent. */
function describeOption({ color, ...option }: EntityOption): EntityOption {
  return { ...option, ...(color !== undefined && isColor(color) && { color }) };
}

function typeOf({ column }: Column): Pick<EntityField, "type" | "subType"> {
  if (column === "bool") return { type: "text", subType: "boolean" };
  if (column === "array[number]" || column === "array[date]") return { type: "array[text]" };
  // Only one field of a type is its id. Any other column of that type is a reference.
  return { type: column === "id" ? "text" : column };
}

function describeRelation(
  title: string,
  { relation }: Column,
  sources: ReadonlyMap<string, Source>,
): EntityRelation | undefined {
  if (relation === undefined) return undefined;
  const { cardinality = "many-to-one", name = title, reverse } = relation;
  const sides = { cardinality, name, targetName: reverse };
  if (relation.kind === "user") {
    const targetFieldId = relation.by === "email" ? "user/email" : "name";
    return { ...sides, targetType: "fibery/user", targetFieldId, kind: "native" };
  }
  return {
    ...sides,
    targetType: relation.to,
    targetFieldId: targetFieldOf(relation, sources.get(relation.to)),
  };
}

/** Returns the field of the related type that one of its columns has become. */
function targetFieldOf({ by }: { readonly by?: string }, target: Source | undefined): string {
  if (by === undefined) return "id";
  const columns = typeof target?.fields === "object" ? target.fields : {};
  const key = keyOf(columns, target?.key) ?? [];
  if (key.length === 1 && key[0] === by) return "id";
  return by === titleColumnOf(columns) ? "name" : fieldIdOf(by, columns);
}
