import type { Members } from "../openapi/members.js";
import type { PagingGuess } from "../openapi/paging-guess.js";

/** A list of an API, as another format describes it. */
export interface ImportedList {
  /** Id of the source. Default: derived from the path. */
  readonly id?: string;
  readonly description?: string;
  /** Path below the base address; `{name}` stands for what has to be filled in. */
  readonly path: string;
  /** Names of the query arguments that were seen. */
  readonly query: readonly string[];
  /** Body of a list that is read by POST, without its paging. Default: it is read by GET. */
  readonly json?: Members | undefined;
  /** Names of the headers of the response. */
  readonly headers: readonly string[];
  /** Path of the items in the body, empty for the body itself. Default: it is found in the body. */
  readonly itemsPath?: string;
  /** JSON schema of the body. */
  readonly body: Members;
  /** How it is paged, where the format says so; `unknown` if that is not carried over. Default: it is guessed. */
  readonly paging?: PagingGuess | "none" | "unknown";
}

/** An API, as another format describes it. */
export interface ImportedApi {
  readonly title: string;
  readonly baseUrl: string;
  /** Security scheme of OpenAPI. Default: none is needed. */
  readonly security?: Members | undefined;
  readonly lists: readonly ImportedList[];
  /** What is not carried over, one sentence each, without the full stop. */
  readonly leftOut: readonly string[];
}

/**
 * Writes an API as an OpenAPI document, from which the connector is created as from any other. Members that begin with
 * `x-wellhead` say what OpenAPI cannot.
 *
 * @param api - The API
 * @returns The document
 */
export function openApiOf({ title, baseUrl, security, lists, leftOut }: ImportedApi): Members {
  const paths: Record<string, unknown> = {};
  const twice: string[] = [];
  for (const list of lists) {
    const path = `/${list.path.replace(/^\/+/, "")}`;
    if (path in paths) twice.push(`${list.id ?? path}: another list has the path ${path}`);
    else paths[path] = { [list.json === undefined ? "get" : "post"]: operationOf(list) };
  }
  return {
    openapi: "3.1.0",
    info: { title },
    servers: [{ url: baseUrl }],
    paths,
    ...(security && { components: { securitySchemes: { key: security } }, security: [{ key: [] }] }),
    "x-wellhead-left-out": [...leftOut, ...twice],
  };
}

function operationOf({
  id,
  description,
  query,
  json,
  headers,
  itemsPath,
  body,
  paging,
}: ImportedList): Members {
  return {
    ...(description && { summary: description }),
    parameters: query.map((name) => ({ name, in: "query", schema: {} })),
    responses: {
      200: {
        headers: Object.fromEntries(headers.map((name) => [name, {}])),
        content: { "application/json": { schema: body } },
      },
    },
    ...(json !== undefined && { "x-wellhead-json": json }),
    ...(id !== undefined && { "x-wellhead-id": id }),
    ...(itemsPath !== undefined && { "x-wellhead-items": itemsPath }),
    ...(paging !== undefined && { "x-wellhead-paging": paging }),
  };
}

/**
 * Puts the schema of an item into that of a body.
 *
 * @param item - Schema of an item
 * @param itemsPath - Path of the items; empty when the body is the list
 * @param others - Paths of members with text, such as a cursor
 * @returns Schema of the body
 */
export function bodyAround(item: unknown, itemsPath: string, others: readonly string[] = []): Members {
  const list: Members = { type: "array", items: item };
  if (itemsPath === "") return list;
  const members = [[itemsPath, list] as const, ...others.map((path) => [path, { type: "string" }] as const)];
  return members.reduce<Members>((body, [path, schema]) => withMember(body, path.split("."), schema), {});
}

function withMember(schema: Members, [name, ...rest]: readonly string[], leaf: Members): Members {
  if (name === undefined) return leaf;
  // Only this function has written the properties.
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Members>>;
  return {
    type: "object",
    properties: { ...properties, [name]: withMember(properties[name] ?? {}, rest, leaf) },
  };
}

/** Names something that is not carried over. */
export type Say = (text: string) => undefined;

/**
 * Returns the id of a source.
 *
 * @param name - A name for people
 * @returns Lower-case letters, digits and hyphens
 */
export function idOf(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
  return words.replaceAll(/^-+|-+$/g, "") || "list";
}
