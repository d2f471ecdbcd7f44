import type { Column, ColumnMembers } from "./field.js";
import type { Relation, RelationMembers, UserRelationMembers } from "./relation-members.js";

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
