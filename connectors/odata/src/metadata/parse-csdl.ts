import { upstreamInvalid } from "@wellhead/sdk";
import { SaxesParser, type SaxesTagPlain } from "saxes";

/** A type as it is written, before what it inherits is added. */
export interface WrittenType {
  readonly name: string;
  readonly base: string | undefined;
  isOpen: boolean;
  readonly key: string[];
  readonly properties: WrittenProperty[];
  readonly navigation: WrittenProperty[];
}

/** A property as it is written. */
export interface WrittenProperty {
  readonly name: string;
  readonly type: string;
  description?: string;
}

/** An entity set as it is written. */
export interface WrittenSet {
  readonly name: string;
  readonly type: string;
  description?: string;
  isFilterable: boolean;
  readonly unfiltered: string[];
}

/** A metadata document as it is written. */
export interface WrittenDocument {
  readonly types: Map<string, WrittenType>;
  readonly enums: Map<string, string[]>;
  /** Underlying types of type definitions. */
  readonly definitions: Map<string, string>;
  readonly sets: Map<string, WrittenSet>;
  /** Namespaces by alias. */
  readonly aliases: Map<string, string>;
}

type Attributes = SaxesTagPlain["attributes"];

/**
 * Reads a metadata document (CSDL as XML, OData 4.0 or 4.01).
 *
 * @param text - The document
 * @returns What it declares
 * @throws ConnectorError `upstream_invalid` when it is not such a document
 * @see https://docs.oasis-open.org/odata/odata-csdl-xml/v4.01/odata-csdl-xml-v4.01.html
 */
export function parseCsdl(text: string): WrittenDocument {
  const reader = new CsdlReader();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw notMetadata(`it is not XML (${error.message.slice(0, 80)})`);
  });
  parser.on("opentag", ({ name, attributes }) => reader.open(localName(name), attributes));
  parser.on("text", (part) => reader.addText(part));
  parser.on("closetag", ({ name }) => reader.close(localName(name)));
  parser.write(text).close();
  return reader.end();
}

/**
 * Creates the error for a response that is not the metadata of an OData service.
 *
 * @param reason - What it is instead
 * @returns The error to throw
 */
function notMetadata(reason: string): Error {
  return upstreamInvalid(
    `Could not read the metadata of the service: ${reason}. Check whether the address is the root of an OData service of version 4.`,
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Collects the declarations of a document, element by element. */
class CsdlReader {
  readonly #document: WrittenDocument = {
    types: new Map(),
    enums: new Map(),
    definitions: new Map(),
    sets: new Map(),
    aliases: new Map(),
  };
  #namespace = "";
  #type: WrittenType | undefined;
  #enum: string[] | undefined;
  #property: WrittenProperty | undefined;
  #set: WrittenSet | undefined;
  #isInKey = false;
  /** Terms of the open annotations, and the properties of the records in them. */
  readonly #terms: string[] = [];
  #text = "";
  #hasSchema = false;
  readonly #openers: ReadonlyMap<string, (attributes: Attributes) => void> = new Map([
    ["Edmx", ({ Version: version }: Attributes) => checkVersion(version)],
    ["Schema", (attributes: Attributes) => this.#openSchema(attributes)],
    ["EntityType", (attributes: Attributes) => this.#openType(attributes)],
    ["ComplexType", (attributes: Attributes) => this.#openType(attributes)],
    ["EnumType", (attributes: Attributes) => this.#openEnum(attributes)],
    ["Member", ({ Name: name = "" }: Attributes) => void this.#enum?.push(name)],
    ["TypeDefinition", (attributes: Attributes) => this.#define(attributes)],
    ["Key", () => void (this.#isInKey = true)],
    ["PropertyRef", ({ Name: name = "" }: Attributes) => this.#openPropertyRef(name)],
    ["Property", (attributes: Attributes) => this.#openProperty("Property", attributes)],
    ["NavigationProperty", (attributes: Attributes) => this.#openProperty("NavigationProperty", attributes)],
    ["EntitySet", (attributes: Attributes) => this.#openSet(attributes)],
    ["Annotations", (attributes: Attributes) => this.#openAnnotations(attributes)],
    ["Annotation", (attributes: Attributes) => this.#openTerm(attributes["Term"] ?? "", attributes)],
    ["PropertyValue", (attributes: Attributes) => this.#openTerm(attributes["Property"] ?? "", attributes)],
  ]);

  open(name: string, attributes: Attributes): void {
    this.#text = "";
    this.#openers.get(name)?.(attributes);
  }

  addText(part: string): void {
    this.#text += part;
  }

  close(name: string): void {
    if (name === "Key") this.#isInKey = false;
    else if (name === "Property" || name === "NavigationProperty") this.#property = undefined;
    else if (name === "EntityType" || name === "ComplexType") this.#type = undefined;
    else if (name === "EnumType") this.#enum = undefined;
    else if (name === "EntitySet" || name === "Annotations") this.#set = undefined;
    else if (name === "Annotation" || name === "PropertyValue") this.#terms.pop();
    else if (this.#terms.length > 0) this.#note(name, this.#text.trim());
    this.#text = "";
  }

  end(): WrittenDocument {
    if (!this.#hasSchema) throw notMetadata("it has no schema");
    return this.#document;
  }

  #openSchema({ Namespace: namespace = "", Alias: alias }: Attributes): void {
    this.#hasSchema = true;
    this.#namespace = namespace;
    if (alias !== undefined) this.#document.aliases.set(alias, namespace);
  }

  #qualified({ Name: name = "" }: Attributes): string {
    return `${this.#namespace}.${name}`;
  }

  #openType(attributes: Attributes): void {
    const name = this.#qualified(attributes);
    this.#type = {
      name,
      base: attributes["BaseType"],
      isOpen: attributes["OpenType"] === "true",
      key: [],
      properties: [],
      navigation: [],
    };
    this.#document.types.set(name, this.#type);
  }

  #define(attributes: Attributes): void {
    this.#document.definitions.set(this.#qualified(attributes), attributes["UnderlyingType"] ?? "Edm.String");
  }

  #openPropertyRef(name: string): void {
    if (this.#isInKey) this.#type?.key.push(name);
  }

  #openEnum(attributes: Attributes): void {
    // Values of flags are combinations of members, so they are no closed list.
    this.#enum = [];
    this.#document.enums.set(this.#qualified(attributes), attributes["IsFlags"] === "true" ? [] : this.#enum);
  }

  #openProperty(element: string, { Name: name = "", Type: type = "Edm.String" }: Attributes): void {
    const property: WrittenProperty = { name, type };
    this.#property = property;
    if (element === "Property") this.#type?.properties.push(property);
    else this.#type?.navigation.push(property);
  }

  #openSet({ Name: name = "", EntityType: type = "" }: Attributes): void {
    this.#set = this.#known(name);
    this.#document.sets.set(name, { ...this.#set, type });
    this.#set = this.#document.sets.get(name);
  }

  /** Annotations may be written before or after the set that they are about. */
  #openAnnotations({ Target: target = "" }: Attributes): void {
    const [, name] = target.split("/");
    if (name === undefined || name === "") return;
    this.#set = this.#known(name);
    this.#document.sets.set(name, this.#set);
  }

  #known(name: string): WrittenSet {
    return this.#document.sets.get(name) ?? { name, type: "", isFilterable: true, unfiltered: [] };
  }

  #openTerm(term: string, attributes: Attributes): void {
    this.#terms.push(localTerm(term));
    for (const [kind, value] of Object.entries(attributes))
      if (kind !== "Term" && kind !== "Property") this.#note(kind, value);
  }

  /** Notes the value of the innermost annotation. */
  #note(kind: string, value: string): void {
    const [term] = this.#terms;
    const inner = this.#terms.at(-1);
    if (term === "Description" && kind === "String" && this.#terms.length === 1) this.#describe(value);
    if (term !== "FilterRestrictions" || this.#set === undefined) return;
    if (inner === "Filterable" && kind === "Bool" && value === "false") this.#set.isFilterable = false;
    if (inner === "NonFilterableProperties" && kind === "PropertyPath") this.#set.unfiltered.push(value);
  }

  #describe(text: string): void {
    const target = this.#property ?? this.#set;
    if (target !== undefined && this.#enum === undefined) target.description = text;
  }
}

function localTerm(term: string): string {
  return term.slice(term.lastIndexOf(".") + 1);
}

function checkVersion(version = ""): void {
  if (/^4(?:\.\d+)?$/.test(version)) return;
  throw notMetadata(`expected OData of version 4, got "${version.slice(0, 20)}"`);
}
