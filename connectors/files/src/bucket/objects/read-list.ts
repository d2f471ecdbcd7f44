import { type ListedObject, listFault } from "./object-service.js";

/** How a storage writes a list as XML. */
export interface ReadListOptions {
  /** Name of the bucket for errors. */
  readonly bucket: string;
  /** Path of an object in the document, such as `ListBucketResult/Contents`. */
  readonly item: string;
}

/** A list as it was read. */
export interface ElementList {
  /** Texts of the children of the root by their name. */
  readonly values: ReadonlyMap<string, string>;
  /** Texts of each object by the path of the element in it; attributes have an `@` before their name. */
  readonly items: ReadonlyArray<ReadonlyMap<string, string>>;
}

/**
 * Reads the XML of a list.
 *
 * @param text - The response
 * @param options - How the storage writes it
 * @returns The texts of its elements
 * @throws ConnectorError `upstream_invalid` when it is not such a list
 */
export async function readList(text: string, { bucket, item }: ReadListOptions): Promise<ElementList> {
  // Loaded here, because services of folders never read a list.
  const { SaxesParser } = await import("saxes");
  const [root] = item.split("/", 1);
  const depth = item.split("/").length;
  const values = new Map<string, string>();
  const items: Map<string, string>[] = [];
  const path: string[] = [];
  let value = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw listFault(bucket, `its list is damaged (${error.message.slice(0, 80)})`);
  });
  const inItem = (): string | undefined =>
    path.slice(0, depth).join("/") === item ? path.slice(depth).join("/") : undefined;
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    value = "";
    if (path[0] !== root) throw listFault(bucket, "its response is not a list");
    const inside = inItem();
    if (inside === "") items.push(new Map());
    if (inside === undefined) return;
    for (const [attribute, content] of Object.entries(attributes))
      items.at(-1)?.set(`${inside}@${attribute}`, content);
  });
  parser.on("text", (part) => (value += part));
  parser.on("closetag", ({ name }) => {
    const inside = inItem();
    if (inside) items.at(-1)?.set(inside, value);
    else if (path.length === 2) values.set(name, value);
    path.pop();
    value = "";
  });
  parser.write(text).close();
  return { values, items };
}

/** Texts of an object in a list. */
export interface ObjectTexts {
  /** Key of the object; `undefined` when it cannot be decoded. */
  readonly key: string | undefined;
  readonly tag: string | undefined;
  readonly size: string | undefined;
  readonly modified: string | undefined;
}

/**
 * Checks the texts of an object.
 *
 * @param texts - The texts
 * @param bucket - Name of the bucket for errors
 * @returns The object
 * @throws ConnectorError `upstream_invalid` when one of them is missing or not what it should be
 */
export function objectOf({ key, tag, size = "", modified = "" }: ObjectTexts, bucket: string): ListedObject {
  if (!key || !tag || !/^\d{1,15}$/.test(size))
    throw listFault(bucket, "its list has an object without key, size or tag");
  return { key, size: Number(size), tag, modified };
}

/**
 * Decodes a key.
 *
 * @param key - The key, percent-encoded
 * @returns The key; `undefined` when it cannot be decoded
 */
export function decodeKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key);
  } catch {
    return undefined;
  }
}
