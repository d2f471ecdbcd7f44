/** A property of a type, with the name of its type; `isCollection` for several values of it. */
export interface PropertyModel {
  readonly name: string;
  /** Qualified name, such as `Edm.String` or `Trips.City`. */
  readonly type: string;
  readonly isCollection: boolean;
  readonly description: string | undefined;
}

/** An entity type or a complex type, with everything that it inherits. */
export interface TypeModel {
  readonly name: string;
  readonly properties: readonly PropertyModel[];
  /** Properties that refer to other entities. */
  readonly navigation: readonly PropertyModel[];
  /** Names of the key properties; empty for a complex type. */
  readonly key: readonly string[];
  /** Whether entities may have members that the type does not declare: dynamic ones, or those of derived types. */
  readonly isOpen: boolean;
}

/** An entity set of the service. */
export interface SetModel {
  readonly name: string;
  readonly type: TypeModel;
  readonly description: string | undefined;
  /** Properties that the service does not filter by; `all` if it does not filter. */
  readonly unfiltered: ReadonlySet<string> | "all";
}

/** What the metadata of a service says. */
export interface ServiceModel {
  readonly sets: ReadonlyMap<string, SetModel>;
  /** Types by qualified name. */
  readonly types: ReadonlyMap<string, TypeModel>;
  /** Members of the enumerations by qualified name. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}
