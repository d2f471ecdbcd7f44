import type { PropertyModel, ServiceModel, SetModel, TypeModel } from "./model.js";
import { parseCsdl, type WrittenDocument, type WrittenProperty, type WrittenType } from "./parse-csdl.js";

/** Maximum number of types that inherit from each other. */
const maxBases = 50;

/**
 * Reads a metadata document.
 *
 * @param text - The document
 * @returns The entity sets and their types, with everything that they inherit
 * @throws ConnectorError `upstream_invalid` when it is not the metadata of an OData service of version 4
 */
export function readModel(text: string): ServiceModel {
  const document = parseCsdl(text);
  const names = new TypeNames(document);
  const derived = new Set(
    [...document.types.values()].flatMap(({ base }) => (base === undefined ? [] : [names.full(base)])),
  );
  const types = new Map<string, TypeModel>();
  for (const written of document.types.values())
    types.set(written.name, typeOf(written, { names, isDerivedFrom: derived.has(written.name) }));
  const sets = new Map<string, SetModel>();
  for (const set of document.sets.values()) {
    const type = types.get(names.full(set.type));
    if (type === undefined) continue;
    const unfiltered = set.isFilterable ? new Set(set.unfiltered) : "all";
    sets.set(set.name, { name: set.name, type, description: set.description, unfiltered });
  }
  return { sets, types, enums: document.enums };
}

function typeOf(
  written: WrittenType,
  { names, isDerivedFrom }: { readonly names: TypeNames; readonly isDerivedFrom: boolean },
): TypeModel {
  const line = names.lineOf(written);
  return {
    name: written.name,
    properties: line.flatMap(({ properties }) => properties.map((one) => names.property(one))),
    navigation: line.flatMap(({ navigation }) => navigation.map((one) => names.property(one))),
    key: line.find(({ key }) => key.length > 0)?.key ?? [],
    isOpen: isDerivedFrom || line.some(({ isOpen }) => isOpen),
  };
}

/** Resolves names of types, which may have an alias instead of the namespace. */
class TypeNames {
  readonly #document: WrittenDocument;

  constructor(document: WrittenDocument) {
    this.#document = document;
  }

  /** Returns the qualified name of a type. */
  full(name: string): string {
    const dot = name.lastIndexOf(".");
    const namespace = this.#document.aliases.get(name.slice(0, dot));
    return namespace === undefined ? name : `${namespace}${name.slice(dot)}`;
  }

  /** Returns the types that a type inherits from, the most general first, and the type itself. */
  lineOf(written: WrittenType): readonly WrittenType[] {
    const line = [written];
    for (let here = written.base; here !== undefined && line.length < maxBases; ) {
      const base = this.#document.types.get(this.full(here));
      if (base === undefined || line.includes(base)) break;
      line.unshift(base);
      here = base.base;
    }
    return line;
  }

  property({ name, type, description }: WrittenProperty): PropertyModel {
    const [, inner] = /^Collection\((.*)\)$/.exec(type) ?? [];
    const full = this.full(inner ?? type);
    const definition = this.#document.definitions.get(full);
    return { name, type: definition ?? full, isCollection: inner !== undefined, description };
  }
}
