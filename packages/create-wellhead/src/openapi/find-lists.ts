import { listOf, type Members, membersOf, textOf } from "./members.js";
import { documentFault, type OpenApiDocument } from "./openapi-document.js";
import type { PagingGuess } from "./paging-guess.js";
import { readSchema, type ValueSchema } from "./value-schema.js";

/** A parameter of a request. */
export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "header";
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: ValueSchema;
  /** Largest value that the document allows. */
  readonly maximum: number | undefined;
}

/** An operation that returns a list. */
export interface FoundList {
  /** Id of the source. */
  readonly id: string;
  readonly description: string;
  /** Path below the base address, without the first slash. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Path of the items in the body; empty when the body is the list. */
  readonly itemsPath: string;
  readonly item: ValueSchema;
  readonly body: ValueSchema;
  /** Names of the response's headers. */
  readonly headers: readonly string[];
  /** Requirements of the operation, if they differ from those of the document. */
  readonly security: unknown;
  /** Body of a list that is read by POST, without its paging. Default: it is read by GET. */
  readonly json: Members | undefined;
  /** How it is paged, where another format has said so. Default: it is guessed. */
  readonly paging: PagingGuess | "none" | "unknown" | undefined;
}

/** Names of members that usually contain the items. */
export const itemNames =
  /^(?:data|items?|results?|values?|records?|entries|rows|list|content|elements|objects|nodes)$/i;

/** Names of query arguments that belong to lists. */
export const listArguments =
  /^(?:page|limit|offset|cursor|per_?page|page_?size|page\[\w+\]|after|skip|top|\$top|max_?results|page_?token)$/i;

/** The operations of a document that a connector can read, and those that it cannot. */
export interface FoundLists {
  /** At least one, in the order of the document. */
  readonly lists: readonly FoundList[];
  /** Paths of the other GET operations that could be lists, because they do not end with the id of one thing. */
  readonly leftOut: readonly string[];
}

/**
 * Finds the operations of a document that return a list of objects.
 *
 * @param document - The document
 * @returns The lists, and what is not one
 * @throws Error when there is none
 */
export function findLists(document: OpenApiDocument): FoundLists {
  const lists: FoundList[] = [];
  const leftOut: string[] = [];
  for (const [path, written] of Object.entries(membersOf(document.root["paths"]))) {
    const item = document.resolve(written);
    // Only another format says that a list is read by POST.
    const isSearch = membersOf(item["post"])["x-wellhead-json"] !== undefined;
    const operation = document.resolve(isSearch ? item["post"] : item["get"]);
    if (!isSearch && item["get"] === undefined) continue;
    // A path that ends with an id is one thing, unless another format says that it is a list.
    if (/\}\/?$/.test(path) && operation["x-wellhead-id"] === undefined) continue;
    const taken = new Set(lists.map(({ id }) => id));
    const found = readOperation(document, { path, item, operation, taken });
    if (found === undefined) leftOut.push(path);
    else lists.push(found);
  }
  if (lists.length > 0) return { lists, leftOut };
  throw documentFault(
    document.origin,
    "no GET operation returns a JSON list of objects. Check that the responses with status 200 have a schema, or create a connector with --kind rest and write its paths yourself",
  );
}

interface PathItem {
  readonly path: string;
  readonly item: Members;
  readonly operation: Members;
  readonly taken: ReadonlySet<string>;
}

function readOperation(
  document: OpenApiDocument,
  { path, item, operation, taken }: PathItem,
): FoundList | undefined {
  const response = successOf(document, operation);
  const body = readSchema(document, response.schema);
  const named = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => ({ name, in: "path" }));
  const parameters = readParameters(document, [
    // Documents often forget to declare them.
    ...named,
    ...listOf(item["parameters"]),
    ...listOf(operation["parameters"]),
  ]);
  const segments = path.split("/").filter((part) => part !== "" && !part.includes("{"));
  const known = operation["x-wellhead-items"];
  const found =
    typeof known === "string"
      ? itemsAt(document, body, known)
      : findItems(document, body, {
          lastSegment: segments.at(-1) ?? "",
          isPaged: parameters.some(({ name, place }) => place === "query" && listArguments.test(name)),
        });
  if (found === undefined) return undefined;
  return {
    ...found,
    id: unusedId([textOf(operation["x-wellhead-id"])].filter(Boolean), taken, segments),
    description: firstSentence(operation["summary"] ?? operation["description"]),
    path: path.replace(/^\/+/, ""),
    parameters,
    body,
    headers: response.headers,
    security: operation["security"],
    json: operation["x-wellhead-json"] === undefined ? undefined : membersOf(operation["x-wellhead-json"]),
    // Only the importers of other formats write it.
    paging: operation["x-wellhead-paging"] as FoundList["paging"],
  };
}

function successOf(
  document: OpenApiDocument,
  operation: Members,
): { schema: unknown; headers: readonly string[] } {
  const responses = membersOf(operation["responses"]);
  const status = Object.keys(responses).find((key) => /^2(?:\d\d|XX)$/i.test(key)) ?? "default";
  const response = document.resolve(responses[status]);
  const [, media] =
    Object.entries(membersOf(response["content"])).find(([type]) => /[/+]json\b|^\*\/\*$/i.test(type)) ?? [];
  return { schema: membersOf(media)["schema"] ?? {}, headers: Object.keys(membersOf(response["headers"])) };
}

function readParameters(document: OpenApiDocument, written: readonly unknown[]): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const one of written) {
    const parameter = document.resolve(one);
    const { name, in: place } = parameter;
    if (typeof name !== "string" || (place !== "path" && place !== "query" && place !== "header")) continue;
    if (place === "header" && /^(?:accept|authorization|content-type)$/i.test(name)) continue;
    const { maximum } = document.resolve(parameter["schema"]);
    const schema = readSchema(document, parameter["schema"]);
    // An operation replaces the parameters of its path.
    parameters.set(`${place} ${name}`, {
      name,
      place,
      isRequired: place === "path" || parameter["required"] === true,
      description: firstSentence(parameter["description"]),
      schema: { ...schema, example: parameter["example"] ?? schema.example },
      maximum: typeof maximum === "number" ? maximum : undefined,
    });
  }
  return [...parameters.values()];
}

interface ListSigns {
  readonly lastSegment: string;
  readonly isPaged: boolean;
}

/** Finds the items in a body: the body itself, one of its members, or a member of one of these. */
function findItems(
  document: OpenApiDocument,
  body: ValueSchema,
  signs: ListSigns,
): Pick<FoundList, "itemsPath" | "item"> | undefined {
  const direct = itemOf(document, body);
  if (direct !== undefined) return { itemsPath: "", item: direct };
  const members = Object.entries(body.properties).filter(([name]) => !name.includes("."));
  const inside = members.flatMap(([outer, schema]) =>
    Object.entries(readSchema(document, schema).properties)
      .filter(([name]) => !name.includes("."))
      .map(([name, inner]) => [`${outer}.${name}`, inner] as const),
  );
  const lists = (candidates: readonly (readonly [string, unknown])[]) =>
    candidates.flatMap(([itemsPath, schema]) => {
      const item = itemOf(document, readSchema(document, schema));
      return item === undefined ? [] : [{ itemsPath, item }];
    });
  const [shallow, deep] = [lists(members), lists(inside)];
  const isNamed = ({ itemsPath }: { readonly itemsPath: string }) => {
    const name = itemsPath.split(".").at(-1) ?? "";
    return itemNames.test(name) || plain(name) === plain(signs.lastSegment);
  };
  const only = signs.isPaged || members.length === 1 ? shallow : [];
  return shallow.find(isNamed) ?? deep.find(isNamed) ?? (only.length === 1 ? only[0] : undefined);
}

/** Returns the items at a path that another format has named. */
function itemsAt(
  document: OpenApiDocument,
  body: ValueSchema,
  itemsPath: string,
): Pick<FoundList, "itemsPath" | "item"> | undefined {
  const names = itemsPath === "" ? [] : itemsPath.split(".");
  const list = names.reduce((schema, name) => readSchema(document, schema.properties[name]), body);
  const item = itemOf(document, list);
  return item && { itemsPath, item };
}

/** Removes everything but letters and digits, so that `line_items` equals `lineItems`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

function itemOf(document: OpenApiDocument, schema: ValueSchema): ValueSchema | undefined {
  if (schema.type !== "array") return undefined;
  const item = readSchema(document, schema.items);
  return item.type === "object" ? item : undefined;
}

function unusedId(named: readonly string[], taken: ReadonlySet<string>, segments: readonly string[]): string {
  const words = (named.length > 0 ? named : segments)
    .filter((part) => !/^(?:v\d+(?:\.\d+)*|api|rest)$/i.test(part))
    .map((part) =>
      part
        .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, "-")
        .replaceAll(/^-+|-+$/g, ""),
    );
  const id = words.filter((word) => word !== "").join("-") || "list";
  let unused = id;
  for (let count = 2; taken.has(unused); count += 1) unused = `${id}-${count}`;
  return unused;
}

function firstSentence(value: unknown): string {
  return typeof value === "string" ? (value.trim().split(/(?<=\.)\s|\n/)[0] ?? "").slice(0, 200) : "";
}
