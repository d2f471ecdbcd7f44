import { type Http, memberAt, type Shape, shape, upstreamInvalid } from "@wellhead/sdk";
import type { SchemaModel, TypeModel, TypeRef } from "./schema.js";

/** Levels of lists and non-null types that are described. */
const levels = 7;

const typeRef = `kind name ${"ofType { kind name ".repeat(levels)}${"}".repeat(levels)}`;

/** The shape of a type of some levels. */
function refShape(depth: number): Shape<TypeRef> {
  const names = { kind: shape.required(shape.text), name: shape.text };
  return depth === 0 ? shape.object(names) : shape.object({ ...names, ofType: refShape(depth - 1) });
}

const ref = refShape(levels);
const argumentShape = shape.object({
  name: shape.required(shape.text),
  description: shape.text,
  type: shape.required(ref),
  defaultValue: shape.text,
});
const typeShape: Shape<TypeModel> = shape.object({
  kind: shape.required(shape.text),
  name: shape.required(shape.text),
  fields: shape.list(
    shape.object({
      name: shape.required(shape.text),
      description: shape.text,
      args: shape.required(shape.list(argumentShape)),
      type: shape.required(ref),
    }),
  ),
  enumValues: shape.list(shape.object({ name: shape.required(shape.text) })),
  possibleTypes: shape.list(shape.object({ kind: shape.required(shape.text), name: shape.text })),
});

/** Asks an API for its schema. */
const introspection = `query Introspection {
  __schema {
    queryType { name }
    types {
      kind
      name
      fields(includeDeprecated: false) {
        name
        description
        args { name description defaultValue type { ${typeRef} } }
        type { ${typeRef} }
      }
      enumValues(includeDeprecated: false) { name }
      possibleTypes { kind name }
    }
  }
}`;

/**
 * Sends a query that only reads.
 *
 * @param http - Client of the request
 * @param url - Address of the API
 * @param query - The query
 * @returns The body of the response
 * @throws ConnectorError for the kind of failure
 */
export async function postQuery(http: Http, url: string, query: string): Promise<unknown> {
  return await http.post(url, { json: { query }, idempotent: true }).json();
}

/**
 * Fetches the schema of an API by introspection.
 *
 * @param http - Client of the request
 * @param url - Address of the API
 * @returns The schema
 * @throws ConnectorError `upstream_invalid` when the API does not describe itself
 * @see https://spec.graphql.org/October2021/#sec-Introspection
 */
export async function fetchSchema(http: Http, url: string): Promise<SchemaModel> {
  const body = await postQuery(http, url, introspection);
  const name = memberAt(body, "data.__schema.queryType.name");
  const types = memberAt(body, "data.__schema.types");
  if (typeof name !== "string" || !Array.isArray(types)) throw noSchema("its response has no schema");
  const known = new Map<string, TypeModel>();
  for (const type of types) {
    const read = typeShape.read(type, "type");
    known.set(read.name, read);
  }
  const query = known.get(name);
  if (query === undefined) throw noSchema(`its schema has no type "${name.slice(0, 80)}"`);
  return { query, types: known };
}

function noSchema(reason: string): Error {
  return upstreamInvalid(
    `Could not read the schema of the API: ${reason}. Check whether the address is that of a GraphQL API that allows introspection.`,
  );
}
