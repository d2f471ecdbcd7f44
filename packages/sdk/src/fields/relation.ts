import type { Column, ColumnMembers } from "./field.js";

/** Where a relation leads. */
export interface RelationMembers {
  /** Id of the source that has the related rows. */
  readonly to: string;
  /** Column of the related source that holds the same value. Default: its key. */
  readonly by?: string;
  /**
   * How many rows relate to how many. Default: `many-to-one`, that is, many rows of this source may have the same related
   * row. Only a `many-to-many` column has several values.
   */
  readonly cardinality?: "many-to-one" | "one-to-one" | "many-to-many";
  /** Name of this side, such as `Repository`. Default: the title of the column. */
  readonly name?: string;
  /** Name of the other side, such as `Issues`. */
  readonly reverse: string;
  /**
   * Columns of this source that together hold the key of the related row, in the order of that key. The value of the relation
   * is made from them. Default: the column itself holds it.
   */
  readonly parts?: readonly string[];
}

/** Where a relation to people of the platform leads. */
export interface UserRelationMembers {
  /** The information about a person that the column contains. */
  readonly by: "email" | "name";
  /** How many rows relate to how many people. Default: `many-to-one`. */
  readonly cardinality?: "many-to-one" | "many-to-many";
  /** Name of this side, such as `Assignee`. Default: the title of the column. */
  readonly name?: string;
  /** Name of the other side, such as `Assigned issues`. */
  readonly reverse: string;
}

/** A relation of a column, to a source or to the people of the platform. */
export type Relation =
  | ({ readonly kind: "source" } & RelationMembers)
  | ({ readonly kind: "user" } & UserRelationMembers);

/** Members that a column of a relation has in common with others. */
type Members = ColumnMembers & Pick<Column, "title" | "description">;

/** Type of the column of a relation. */
type RelationColumn<Cardinality> = Cardinality extends "many-to-many" ? "array[text]" : "text";

/**
 * Creates a column whose values point to rows of another source.
 *
 * @param options - The source, the column there, and the names of both sides
 * @returns The column: text, or several texts where the relation is `many-to-many`
 * @example
 * ```ts snippet=examples/sdk/synchronize.ts#relation
 * const repository = relation({ to: "repositories", name: "Repository", reverse: "Issues" });
 * ```
 */
export function relation<Cardinality extends "many-to-one" | "one-to-one" | "many-to-many" = "many-to-one">(
  options: RelationMembers & { readonly cardinality?: Cardinality } & Members,
): Column<RelationColumn<Cardinality>> {
  const { to, by, cardinality, name, reverse, parts, ...members } = options;
  return relationColumn(members, {
    kind: "source",
    to,
    ...(by !== undefined && { by }),
    ...(cardinality !== undefined && { cardinality }),
    ...(name !== undefined && { name }),
    reverse,
    ...(parts !== undefined && { parts }),
  });
}

/**
 * Creates a column whose values point to people of the platform.
 *
 * @param options - What the column holds of a person, and the names of both sides
 * @returns The column: text, or several texts where the relation is `many-to-many`
 * @example
 * ```ts snippet=examples/sdk/synchronize.ts#user-relation
 * const assignee = userRelation({ by: "email", name: "Assignee", reverse: "Assigned issues" });
 * ```
 */
export function userRelation<Cardinality extends "many-to-one" | "many-to-many" = "many-to-one">(
  options: UserRelationMembers & { readonly cardinality?: Cardinality } & Members,
): Column<RelationColumn<Cardinality>> {
  const { by, cardinality, name, reverse, ...members } = options;
  return relationColumn(members, {
    kind: "user",
    by,
    ...(cardinality !== undefined && { cardinality }),
    ...(name !== undefined && { name }),
    reverse,
  });
}

function relationColumn<Cardinality>(
  members: Members,
  relationOf: Relation,
): Column<RelationColumn<Cardinality>> {
  const column = relationOf.cardinality === "many-to-many" ? "array[text]" : "text";
  // The type of the column follows from the cardinality, which the compiler does not see here.
  return { ...members, column: column as RelationColumn<Cardinality>, relation: relationOf };
}
