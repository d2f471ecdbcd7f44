import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parse } from "yaml";
import { listOf, type Members, membersOf } from "./members.js";
import { convertSwagger2 } from "./swagger-2.js";

/** An OpenAPI document. References are resolved where they are read, because schemas may refer to themselves. */
export class OpenApiDocument {
  /** The document as it is written. */
  readonly root: Members;
  /** Path or address it was read from. */
  readonly origin: string;

  /**
   * @param root - The parsed document
   * @param origin - Path or address it was read from
   */
  constructor(root: Members, origin: string) {
    this.root = root;
    this.origin = origin;
  }

  /** Whether it was converted from another format. */
  get isImported(): boolean {
    return "x-wellhead-left-out" in this.root;
  }

  /** Name of the file, or the address, without folders of this machine and without arguments. */
  get name(): string {
    return /^https?:/i.test(this.origin) ? this.origin.replace(/[?#].*$/, "") : basename(this.origin);
  }

  /**
   * Follows references. Members next to a reference replace those of its target, as OpenAPI 3.1 allows.
   *
   * @param value - An object of the document, or a reference
   * @returns The object; empty when the value is not an object
   * @throws Error when a reference leads to another file, in circles, or nowhere
   */
  resolve(value: unknown): Members {
    let here = membersOf(value);
    const seen = new Set<string>();
    for (let reference = here["$ref"]; typeof reference === "string"; reference = here["$ref"]) {
      if (seen.has(reference)) throw documentFault(this.origin, `"${reference}" refers to itself`);
      seen.add(reference);
      const { $ref: next, ...target } = membersOf(this.#target(reference));
      here = { ...target, ...here, $ref: next };
    }
    return here;
  }

  #target(reference: string): unknown {
    if (!reference.startsWith("#/"))
      throw documentFault(
        this.origin,
        `"${reference}" refers to another file. Join the files first, for example with npx @redocly/cli bundle`,
      );
    const names = reference.slice(2).split("/");
    const target = names.reduce<unknown>((here, name) => {
      const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
      return Array.isArray(here) ? listOf(here)[Number(key)] : membersOf(here)[key];
    }, this.root);
    if (target === undefined) throw documentFault(this.origin, `"${reference}" does not exist`);
    return target;
  }
}

/**
 * Reads an OpenAPI document of version 2 or 3, or a description in a format that is converted to one, in JSON or YAML.
 *
 * @param origin - Path, or an address that starts with `http:` or `https:`
 * @param convert - Converts another format; returns `undefined` for what it does not know
 * @returns The document
 * @throws Error that says what is wrong and what to do
 */
export async function readOpenApi(
  origin: string,
  convert: (root: Members) => Members | undefined,
): Promise<OpenApiDocument> {
  const text = await readText(origin);
  let root: Members;
  try {
    root = membersOf(parse(text));
  } catch (error) {
    throw documentFault(origin, `it is neither JSON nor YAML (${firstLine(error)})`, error);
  }
  const imported = convert(root);
  if (imported !== undefined) return new OpenApiDocument(imported, origin);
  // YAML reads 2.0 as the number 2.
  if (/^2(?:\.0)?$/.test(String(root["swagger"]))) return new OpenApiDocument(convertSwagger2(root), origin);
  if (!String(root["openapi"]).startsWith("3."))
    throw documentFault(
      origin,
      'expected "openapi: 3.0" or later, or "swagger: 2.0", at the top, or a Postman collection, a HAR recording, a manifest of Airbyte or a REST configuration of dlt. Check that it is the document, and not a page about it',
    );
  return new OpenApiDocument(root, origin);
}

async function readText(origin: string): Promise<string> {
  try {
    if (!/^https?:/i.test(origin)) return await readFile(origin, "utf8");
    const response = await fetch(origin, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return await response.text();
    throw new Error(`the server returned the status ${response.status}`);
  } catch (error) {
    throw documentFault(origin, `${firstLine(error)}. Check the path or the address`, error);
  }
}

/**
 * Creates the error for a document that cannot be used.
 *
 * @param origin - Path or address of the document
 * @param reason - What is wrong, and what to do, without the last full stop
 * @param cause - The error behind it. Default: none
 * @returns The error
 */
export function documentFault(origin: string, reason: string, cause?: unknown): Error {
  return new Error(`Could not create a connector from "${origin}": ${reason}.`, { cause });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
