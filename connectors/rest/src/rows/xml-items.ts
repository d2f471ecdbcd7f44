import { didYouMean, upstreamInvalid } from "@wellhead/sdk";
import { SaxesParser } from "saxes";

/** Maximum levels of elements, and characters of one item or of everything around the items. */
const limits = { levels: 256, characters: 16 * 1024 * 1024 };

/** Value of an element: its text, or its attributes and children by name. */
type XmlValue = string | XmlMembers;

/** An attribute is called `@name`, text next to children `#text`. Children of the same name are an array. */
interface XmlMembers {
  [name: string]: XmlValue | XmlValue[];
}

interface OpenElement {
  readonly name: string;
  /** Attributes and children by name. */
  readonly members: Map<string, XmlValue | XmlValue[]>;
  readonly isItem: boolean;
  text: string;
}

/**
 * Reads the elements at a path of an XML document as its text arrives. An element without attributes and children is its
 * text.
 */
export class XmlItems {
  readonly #path: string;
  readonly #parser = new SaxesParser();
  readonly #open: OpenElement[] = [];
  readonly #siblings = new Set<string>();
  /** Number of elements with children next to the items, by name. */
  readonly #others = new Map<string, number>();
  #items: XmlValue[] = [];
  #aroundCharacters = 0;
  /** `undefined` outside of an item. */
  #itemCharacters: number | undefined;
  #count = 0;
  #hasParent: boolean;
  #root: XmlMembers = {};

  /**
   * Starts before the document.
   *
   * @param path - Names of the elements on the way to an item, and of the item, joined by dots; or a JSON Pointer
   */
  constructor(path: string) {
    this.#path = path;
    this.#hasParent = this.#parentPath() === "";
    this.#parser.on("error", (error) => {
      throw upstreamInvalid(
        `Could not read the response: expected XML, got text that is not valid (${error.message.slice(0, 80)}).`,
      );
    });
    this.#parser.on("opentag", ({ name, attributes }) => this.#begin(name, attributes));
    this.#parser.on("text", (text) => this.#addText(text));
    this.#parser.on("cdata", (text) => this.#addText(text));
    this.#parser.on("closetag", () => this.#end());
  }

  /**
   * Reads the next part of the text.
   *
   * @param text - The part
   * @returns The items that it completes
   * @throws ConnectorError `upstream_invalid` when the text is not XML
   */
  push(text: string): readonly XmlValue[] {
    this.#parser.write(text);
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /**
   * Ends the document.
   *
   * @returns The document without the items
   * @throws ConnectorError `upstream_invalid` when it is cut short, or has nothing at the path
   */
  end(): XmlMembers {
    this.#parser.close();
    const near = this.#count > 0 ? "" : this.#likelyName();
    if (this.#hasParent && near === "") return this.#root;
    const [root = "nothing"] = Object.keys(this.#root);
    throw upstreamInvalid(
      `Could not read a list: expected elements at "${this.#path}", got none in the element "${root.slice(0, 80)}".${near} Check "items".`,
    );
  }

  /** Returns what was probably meant: a name that is similar, or that several elements with children have. */
  #likelyName(): string {
    const near = didYouMean(nameAtEnd(this.#path), [...this.#siblings]);
    if (near !== "") return near;
    const [list] = [...this.#others].find(([, count]) => count > 1) ?? [];
    return list === undefined ? "" : ` Did you mean "${list.slice(0, 80)}"?`;
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const path = this.#pathTo(name);
    if (this.#open.length >= limits.levels)
      throw upstreamInvalid(`Could not read the response: it has more than ${limits.levels} levels of XML.`);
    if (this.#pathTo() === this.#parentPath()) this.#siblings.add(name);
    if (path === this.#parentPath()) this.#hasParent = true;
    const isItem = path === this.#path;
    if (isItem) this.#itemCharacters = 0;
    const members = new Map<string, XmlValue | XmlValue[]>(
      Object.entries(attributes).map(([key, value]) => [`@${key}`, value]),
    );
    for (const [key, value] of Object.entries(attributes)) this.#countText(key + value);
    this.#open.push({ name, members, isItem, text: "" });
  }

  #addText(text: string): void {
    const top = this.#open.at(-1);
    if (top === undefined) return;
    this.#countText(text);
    top.text += text;
  }

  #countText(text: string): void {
    // An element without text takes memory, too.
    const added = text.length + 8;
    if (this.#itemCharacters === undefined) this.#aroundCharacters += added;
    else this.#itemCharacters += added;
    if (Math.max(this.#aroundCharacters, this.#itemCharacters ?? 0) <= limits.characters) return;
    const place = this.#itemCharacters === undefined ? "around the items" : "in one item";
    throw upstreamInvalid(
      `Could not read the response: it has more than ${limits.characters} characters ${place}.`,
    );
  }

  #end(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const value = valueOf(element);
    if (element.isItem) {
      this.#count += 1;
      this.#itemCharacters = undefined;
      this.#items.push(value);
      return;
    }
    const hasChildren = [...element.members.keys()].some((key) => !key.startsWith("@"));
    if (hasChildren && this.#pathTo() === this.#parentPath())
      this.#others.set(element.name, (this.#others.get(element.name) ?? 0) + 1);
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = { [element.name]: value };
    else addMember(parent.members, element.name, value);
  }

  /** Returns the path of the innermost open element, or of a child of it. */
  #pathTo(name?: string): string {
    const names = this.#open.map((one) => one.name);
    if (name !== undefined) names.push(name);
    return this.#path.startsWith("/") ? names.map((one) => `/${one}`).join("") : names.join(".");
  }

  #parentPath(): string {
    return this.#path.slice(0, Math.max(0, this.#path.length - nameAtEnd(this.#path).length - 1));
  }
}

function valueOf({ members, text }: OpenElement): XmlValue {
  if (members.size === 0) return text;
  const found = Object.fromEntries(members);
  return text.trim() === "" ? found : { ...found, "#text": text };
}

function addMember(members: OpenElement["members"], name: string, value: XmlValue): void {
  const found = members.get(name);
  if (Array.isArray(found)) found.push(value);
  else members.set(name, found === undefined ? value : [found, value]);
}

function nameAtEnd(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.startsWith("/") ? -1 : path.lastIndexOf(".")) + 1);
}
