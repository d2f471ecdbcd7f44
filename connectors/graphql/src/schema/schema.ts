/** A type as introspection describes it: a named type, or a list or non-null type around one. */
export interface TypeRef {
  readonly kind: string;
  readonly name?: string | null | undefined;
  readonly ofType?: TypeRef | null | undefined;
}

/** An argument of a field, or a field of an input object. */
export interface ArgumentModel {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: TypeRef;
  readonly defaultValue?: string | null | undefined;
}

/** A field of an object. */
export interface FieldModel {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly args: readonly ArgumentModel[];
  readonly type: TypeRef;
}

/** A named type. */
export interface TypeModel {
  readonly kind: string;
  readonly name: string;
  readonly fields?: readonly FieldModel[] | null | undefined;
  readonly enumValues?: readonly { readonly name: string }[] | null | undefined;
  readonly possibleTypes?: readonly TypeRef[] | null | undefined;
}

/** The schema of an API. */
export interface SchemaModel {
  /** The type whose fields are queries. */
  readonly query: TypeModel;
  readonly types: ReadonlyMap<string, TypeModel>;
}

/** The named type that a type consists of. */
export interface NamedRef {
  readonly kind: string;
  readonly name: string;
  /** Number of lists around it. */
  readonly lists: number;
}

/**
 * Returns the named type that a type consists of.
 *
 * @param type - The type
 * @returns Its kind and name
 */
export function namedRef(type: TypeRef): NamedRef {
  let lists = 0;
  let here = type;
  while (here.ofType !== undefined && here.ofType !== null) {
    if (here.kind === "LIST") lists += 1;
    here = here.ofType;
  }
  return { kind: here.kind, name: here.name ?? "", lists };
}

/**
 * Writes a type as in a query, such as `[ID!]!`.
 *
 * @param type - The type
 * @returns Its text
 */
export function typeText(type: TypeRef): string {
  const inner = type.ofType === undefined || type.ofType === null ? "" : typeText(type.ofType);
  if (type.kind === "NON_NULL") return `${inner}!`;
  return type.kind === "LIST" ? `[${inner}]` : (type.name ?? "");
}

/**
 * Reports whether a value must be given.
 *
 * @param argument - The argument
 * @returns Whether it has no default value and cannot be null
 */
export function isRequired({ type, defaultValue }: ArgumentModel): boolean {
  return type.kind === "NON_NULL" && (defaultValue === undefined || defaultValue === null);
}
