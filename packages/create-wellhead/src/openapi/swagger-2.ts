import { listOf, type Members, membersOf, textOf } from "./members.js";

/**
 * Converts a document of version 2 to what the rest of this folder reads of version 3: addresses, security schemes,
 * parameters and responses. Schemas stay where they are, because references lead to any place of a document.
 *
 * @see https://swagger.io/specification/v2/
 * @param root - The parsed document
 * @returns A document of version 3
 */
export function convertSwagger2(root: Members): Members {
  return {
    ...root,
    openapi: "3.0.0",
    servers: serversOf(root),
    paths: mapMembers(root["paths"], (item) => convertPath(membersOf(item), listOf(root["produces"]))),
    parameters: mapMembers(root["parameters"], convertParameter),
    responses: mapMembers(root["responses"], (response) =>
      convertResponse(membersOf(response), listOf(root["produces"])),
    ),
    components: { securitySchemes: mapMembers(root["securityDefinitions"], convertScheme) },
  };
}

function mapMembers(value: unknown, convert: (member: unknown) => unknown): Members {
  return Object.fromEntries(
    Object.entries(membersOf(value)).map(([name, member]) => [name, convert(member)]),
  );
}

/** Without a host, the address of the document has the host. */
function serversOf(root: Members): readonly Members[] {
  const [host, path] = [textOf(root["host"]), textOf(root["basePath"])];
  const schemes = listOf(root["schemes"]);
  const scheme = schemes.includes("https") || schemes.length === 0 ? "https" : textOf(schemes[0]);
  if (host !== "") return [{ url: `${scheme}://${host}${path}` }];
  return path === "" ? [] : [{ url: path }];
}

function convertPath(item: Members, produces: readonly unknown[]): Members {
  const get = membersOf(item["get"]);
  const types = get["produces"] === undefined ? produces : listOf(get["produces"]);
  return {
    ...item,
    parameters: listOf(item["parameters"]).map(convertParameter),
    ...("get" in item && {
      get: {
        ...get,
        parameters: listOf(get["parameters"]).map(convertParameter),
        responses: mapMembers(get["responses"], (response) => convertResponse(membersOf(response), types)),
      },
    }),
  };
}

/** A parameter has the members of its schema next to its own. */
function convertParameter(written: unknown): Members {
  const parameter = membersOf(written);
  return "$ref" in parameter || "schema" in parameter ? parameter : { ...parameter, schema: parameter };
}

/** A response has one schema for all media types. */
function convertResponse(response: Members, produces: readonly unknown[]): Members {
  if (response["schema"] === undefined) return response;
  const types = produces.length === 0 ? ["application/json"] : produces.map(String);
  return {
    ...response,
    content: Object.fromEntries(types.map((type) => [type, { schema: response["schema"] }])),
  };
}

function convertScheme(written: unknown): Members {
  const scheme = membersOf(written);
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic" };
  return scheme["type"] === "oauth2" && scheme["flow"] === "accessCode"
    ? { type: "oauth2", flows: { authorizationCode: scheme } }
    : scheme;
}
