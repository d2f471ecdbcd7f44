import { readFileSync } from "node:fs";
import { parseSync, type TSInterfaceDeclaration, type TSSignature, type TSType } from "oxc-parser";

/** A member as a provider describes it. */
export interface ProviderMember {
  readonly type: TSType;
  readonly optional: boolean;
}

/** What one type of a provider may be. */
export interface ProviderType {
  /** Kinds of JSON values, `null` among them; `any` where the provider says nothing. */
  readonly kinds: ReadonlySet<"text" | "number" | "bool" | "null" | "any">;
  /** Objects it may be, by member. */
  readonly objects: ReadonlyArray<ReadonlyMap<string, ProviderMember>>;
  /** Items of the arrays it may be. */
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
 * A provider's own description of its API, read from the TypeScript declarations that it, or a generator from its OpenAPI
 * document, publishes: which members there are, which may be missing or `null`, which parameters an endpoint takes.
 */
export class ProviderTypes {
  readonly #interfaces = new Map<string, TSInterfaceDeclaration>();

  /**
   * Reads declarations.
   *
   * @param file - Path of a `.d.ts`
   */
  constructor(file: string) {
    const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
    if (errors.length > 0) throw new Error(`Could not read "${file}": ${errors[0]?.message ?? ""}`);
    this.#collect(program.body);
  }

  /**
   * Finds a declared type.
   *
   * @param path - Name of an interface, then of its members, such as `components`, `schemas`, `issue`
   * @returns The type
   */
  find(...path: readonly string[]): TSType | undefined {
    const [name = "", ...rest] = path;
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
   * Lists the members of an interface, those of the ones it extends included.
   *
   * @param name - Its name
   * @returns Members by name; none when there is no such interface
   */
  members(name: string): ReadonlyMap<string, ProviderMember> {
    const declared = this.#interfaces.get(name);
    return declared === undefined ? new Map() : this.#membersOf(declared);
  }

  /**
   * Resolves what a type may be.
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

  /** Interfaces stand at the top, in an `export`, or in a namespace. */
  #collect(statements: readonly unknown[]): void {
    for (const statement of statements) {
      const node = declarationOf(statement);
      if (node.type === "TSInterfaceDeclaration") {
        // The parser names its nodes by type.
        const declared = node as unknown as TSInterfaceDeclaration;
        this.#interfaces.set(declared.id.name, declared);
      } else if (Array.isArray(node.body?.body)) this.#collect(node.body.body);
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

/** Objects of an intersection are one object. */
function merged(types: readonly ProviderType[]): ProviderType {
  const { kinds, objects, items } = joined(types);
  return { kinds, objects: objects.length === 0 ? [] : [new Map(objects.flatMap((one) => [...one]))], items };
}
