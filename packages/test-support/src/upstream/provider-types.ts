import { readFileSync } from "node:fs";
import {
  parseSync,
  type TSInterfaceDeclaration,
  type TSSignature,
  type TSType,
  type TSTypeAliasDeclaration,
} from "oxc-parser";

/** A member as the provider declares it. */
export interface ProviderMember {
  readonly type: TSType;
  readonly optional: boolean;
}

/** The values that a type of a provider allows. */
export interface ProviderType {
  /** Kinds of JSON values, including `null`; `any` where the provider does not declare a type. */
  readonly kinds: ReadonlySet<"text" | "number" | "bool" | "null" | "any">;
  /** Members of each object type it allows. */
  readonly objects: ReadonlyArray<ReadonlyMap<string, ProviderMember>>;
  /** Item types of the arrays it allows. */
  readonly items: readonly TSType[];
}

const keywords: Readonly<Record<string, "text" | "number" | "bool" | "null" | "any">> = {
  TSStringKeyword: "text",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "bool",
  TSNullKeyword: "null",
  TSAnyKeyword: "any",
  TSUnknownKeyword: "any",
  TSNeverKeyword: "null",
  TSUndefinedKeyword: "null",
};

/**
 * A provider's own description of its API: which members exist, which may be missing or `null`, and which parameters an
 * endpoint takes. It is read from TypeScript declarations, which the provider publishes or which are generated from its
 * OpenAPI document.
 */
export class ProviderTypes {
  readonly #interfaces = new Map<string, TSInterfaceDeclaration>();
  readonly #aliases = new Map<string, TSType>();

  /**
   * Reads declarations.
   *
   * @param files - Paths of `.d.ts` files; a name that several of them declare is that of the first
   */
  constructor(...files: readonly string[]) {
    for (const file of files) {
      const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
      if (errors.length > 0) throw new Error(`Could not read "${file}": ${errors[0]?.message ?? ""}`);
      this.#collect(program.body);
    }
  }

  /**
   * Finds a declared type.
   *
   * @param path - Name of a type; or name of an interface, then names of nested members, such as `components`, `schemas`,
   *   `issue`
   * @returns The type
   */
  find(...path: readonly string[]): TSType | undefined {
    const [name = "", ...rest] = path;
    if (rest.length === 0) return this.#aliases.get(name);
    const declared = this.#interfaces.get(name);
    let members = declared === undefined ? undefined : this.#membersOf(declared);
    let type: TSType | undefined;
    for (const key of rest) {
      type = members?.get(key)?.type;
      members = type === undefined ? undefined : this.read(type).objects[0];
    }
    return type;
  }

  /**
   * Returns the members of an interface, including those of the interfaces it extends.
   *
   * @param name - Its name
   * @returns Members by name; empty when the interface does not exist
   */
  members(name: string): ReadonlyMap<string, ProviderMember> {
    const declared = this.#interfaces.get(name);
    return declared === undefined ? new Map() : this.#membersOf(declared);
  }

  /**
   * Resolves the values that a type allows.
   *
   * @param type - The type
   * @returns Its kinds, objects and items
   */
  read(type: TSType): ProviderType {
    const kind = keywords[type.type];
    if (kind !== undefined) return { kinds: new Set([kind]), objects: [], items: [] };
    switch (type.type) {
      case "TSUnionType":
        return joined(type.types.map((one) => this.read(one)));
      case "TSIntersectionType":
        return merged(type.types.map((one) => this.read(one)));
      case "TSParenthesizedType":
        return this.read(type.typeAnnotation);
      case "TSArrayType":
        return { kinds: new Set(), objects: [], items: [type.elementType] };
      case "TSLiteralType":
        return { kinds: new Set([literalKind(type.literal)]), objects: [], items: [] };
      case "TSTypeLiteral":
        return { kinds: new Set(), objects: [membersIn(type.members)], items: [] };
      case "TSIndexedAccessType":
        return this.#readAccess(type);
      case "TSTypeReference":
        return this.#readReference(type);
      default:
        return { kinds: new Set(["any"]), objects: [], items: [] };
    }
  }

  #readAccess({
    objectType,
    indexType,
  }: Extract<TSType, { readonly type: "TSIndexedAccessType" }>): ProviderType {
    const name =
      indexType.type === "TSLiteralType" && "value" in indexType.literal ? indexType.literal.value : "";
    const found = this.read(objectType).objects.map((members) => members.get(String(name)));
    const [member] = found.filter((one) => one !== undefined);
    return member === undefined ? anyType : this.read(member.type);
  }

  #readReference(type: Extract<TSType, { readonly type: "TSTypeReference" }>): ProviderType {
    const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
    const [argument] = type.typeArguments?.params ?? [];
    if (name === "Array" && argument !== undefined)
      return { kinds: new Set(), objects: [], items: [argument] };
    const alias = this.#aliases.get(name);
    if (alias !== undefined) return this.read(alias);
    const declared = this.#interfaces.get(name);
    return declared === undefined
      ? anyType
      : { kinds: new Set(), objects: [this.#membersOf(declared)], items: [] };
  }

  #membersOf(declared: TSInterfaceDeclaration): ReadonlyMap<string, ProviderMember> {
    const inherited = declared.extends.flatMap(({ expression }) =>
      expression.type === "Identifier" ? [...this.members(expression.name)] : [],
    );
    return new Map([...inherited, ...membersIn(declared.body.body)]);
  }

  /** Collects interfaces at the top level, in an `export`, or in a namespace, which do not hide outer ones. */
  #collect(statements: readonly unknown[]): void {
    const nodes = statements.map((statement) => declarationOf(statement));
    for (const node of nodes.filter(({ type }) => type === "TSInterfaceDeclaration")) {
      // The `type` of a node determines its shape.
      const declared = node as unknown as TSInterfaceDeclaration;
      if (!this.#interfaces.has(declared.id.name)) this.#interfaces.set(declared.id.name, declared);
    }
    for (const node of nodes.filter(({ type }) => type === "TSTypeAliasDeclaration")) {
      // The same as above.
      const { id, typeAnnotation } = node as unknown as TSTypeAliasDeclaration;
      if (!this.#aliases.has(id.name)) this.#aliases.set(id.name, typeAnnotation);
    }
    for (const { type, body } of nodes) {
      if (type !== "TSInterfaceDeclaration" && Array.isArray(body?.body)) this.#collect(body.body);
    }
  }
}

const anyType: ProviderType = { kinds: new Set(["any"]), objects: [], items: [] };

interface Statement {
  readonly type: string;
  readonly declaration?: Statement | null;
  readonly body?: { readonly body?: readonly unknown[] };
}

function declarationOf(statement: unknown): Statement {
  // Every statement of a parsed program is a node.
  const node = statement as Statement;
  return node.declaration ?? node;
}

function membersIn(signatures: readonly TSSignature[]): ReadonlyMap<string, ProviderMember> {
  const members = new Map<string, ProviderMember>();
  for (const signature of signatures) {
    if (signature.type !== "TSPropertySignature") continue;
    const { key, optional, typeAnnotation } = signature;
    const quoted = "value" in key ? String(key.value) : "";
    const name = key.type === "Identifier" ? key.name : quoted;
    if (typeAnnotation) members.set(name, { type: typeAnnotation.typeAnnotation, optional });
  }
  return members;
}

function literalKind(literal: object): "text" | "number" | "bool" | "null" {
  const value = "value" in literal ? literal.value : "";
  if (value === null) return "null";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "bool" : "text";
}

function joined(types: readonly ProviderType[]): ProviderType {
  return {
    kinds: new Set(types.flatMap(({ kinds }) => [...kinds])),
    objects: types.flatMap(({ objects }) => objects),
    items: types.flatMap(({ items }) => items),
  };
}

/** Merges the objects of an intersection into one object. */
function merged(types: readonly ProviderType[]): ProviderType {
  const { kinds, objects, items } = joined(types);
  return { kinds, objects: objects.length === 0 ? [] : [new Map(objects.flatMap((one) => [...one]))], items };
}
