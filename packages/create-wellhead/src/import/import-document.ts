import { type Members, membersOf, textOf } from "../openapi/members.js";
import { fromAirbyte } from "./from-airbyte.js";
import { fromDlt } from "./from-dlt.js";
import { fromHar } from "./from-har.js";
import { fromPostman } from "./from-postman.js";
import { type ImportedApi, openApiOf } from "./imported-api.js";

/** A format that describes an API, and how it is recognized. */
interface Format {
  readonly is: (root: Members) => boolean;
  readonly read: (root: Members) => ImportedApi;
}

const formats: readonly Format[] = [
  { is: (root) => Array.isArray(membersOf(root["log"])["entries"]), read: fromHar },
  {
    is: ({ info, item }) => Array.isArray(item) && textOf(membersOf(info)["schema"]).includes("postman"),
    read: fromPostman,
  },
  { is: ({ type }) => type === "DeclarativeSource", read: fromAirbyte },
  {
    is: ({ client, resources }) => Array.isArray(resources) && "base_url" in membersOf(client),
    read: fromDlt,
  },
];

/**
 * Converts a description of an API in another format to an OpenAPI document.
 *
 * @param root - The parsed file
 * @returns The document; `undefined` when the file has none of the formats
 */
export function importDocument(root: Members): Members | undefined {
  const format = formats.find(({ is }) => is(root));
  return format && openApiOf(format.read(root));
}
