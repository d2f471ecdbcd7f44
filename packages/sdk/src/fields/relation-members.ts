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
