import { highlightText, inputInvalid, list, text } from "@wellhead/sdk";
import { type PagingConfig, readPagingConfig } from "../config/paging-config.js";
import { type ReadValue, readScalar, recordOf } from "../config/read-value.js";
import type { SourceConfig } from "../config/source-config.js";

const kinds = [
  { title: "One answer", value: "none" },
  { title: "Page number", value: "pageNumber" },
  { title: "Offset", value: "offset" },
  { title: "Cursor in the body", value: "cursorInBody" },
  { title: "Address of the next page in the body", value: "nextUrlInBody" },
  { title: "Link header", value: "linkHeader" },
  { title: "Cursor in a header", value: "cursorInHeader" },
];

/** The filter with which a user describes a list of an API. */
export const openFilter = {
  path: text({ title: "Path", description: "Below the address of the account", placeholder: "things" }),
  items: text({
    title: "Rows at",
    description: "Path of the rows in the answer, such as data.items",
    optional: true,
  }),
  format: list({ title: "Format", choices: ["json", "ndjson", "csv"], optional: true }),
  query: highlightText({
    title: "Query",
    editorMode: "json",
    placeholder: '{"state": "open"}',
    optional: true,
  }),
  paging: list({ title: "Paging", choices: kinds, optional: true }),
  settings: highlightText({
    title: "Settings of the paging",
    description: "As in a configuration file",
    editorMode: "json",
    placeholder: '{"cursor": "meta.next"}',
    optional: true,
  }),
};

/** Values of the filter. */
export interface OpenFilterValues {
  readonly path: string;
  readonly items?: string | undefined;
  readonly format?: string | undefined;
  readonly query?: string | undefined;
  readonly paging?: string | undefined;
  readonly settings?: string | undefined;
}

/**
 * Converts the user's input to a source configuration.
 *
 * @param values - Values of the filter
 * @returns The source, as a configuration file would describe it
 * @throws ConnectorError `invalid_field` naming the invalid field
 */
export function openSource(values: OpenFilterValues): SourceConfig {
  const [path = "", search = ""] = values.path.split("?", 2);
  const typed = readJson("query", values.query, recordOf(readScalar)) ?? {};
  const paging = openPaging(values);
  return {
    name: "List",
    path,
    query: { ...Object.fromEntries(new URLSearchParams(search)), ...typed },
    ...(values.items !== undefined && { items: values.items }),
    ...((values.format === "ndjson" || values.format === "csv") && { format: values.format }),
    ...(paging && { paging }),
  };
}

function openPaging({ paging, settings }: OpenFilterValues): PagingConfig | undefined {
  if (paging === undefined || paging === "none") return undefined;
  return readJson("settings", settings ?? "{}", (value, path) => {
    const members = typeof value === "object" ? value : undefined;
    return readPagingConfig({ ...members, kind: paging }, path);
  });
}

function readJson<Value>(
  field: string,
  typed: string | undefined,
  read: ReadValue<Value>,
): Value | undefined {
  if (typed === undefined || typed.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(typed);
    return read(value, "");
  } catch (error) {
    const fault =
      error instanceof TypeError
        ? error.message.replace(/^Could not read the configuration: /, ".")
        : "it is not JSON";
    throw inputInvalid(`Could not read "${field}": ${fault}.`, { field });
  }
}
