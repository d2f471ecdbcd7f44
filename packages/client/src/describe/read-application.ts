import { ConnectorError } from "../http/connector-error.js";
import { isRecord, type JsonRecord, recordsOf, textOf } from "../json/lenient-json.js";
import type { AccountKind, Application, Field, Source } from "./application.js";
import { readColumns } from "./read-columns.js";
import { readOptions } from "./read-options.js";

/**
 * Reads the response of GET / of any generation. It uses the valid parts, and reports the missing and invalid ones.
 *
 * @param answer - The parsed response
 * @returns The application
 * @throws ConnectorError `invalid` when the response is not a connector's description
 * @see The connector contract, GET /
 */
export function readApplication(answer: unknown): Application {
  if (!isRecord(answer)) throw notADescription(answer);
  const responsibleFor = answer["responsibleFor"];
  const synchronizes = isRecord(responsibleFor) && responsibleFor["dataSynchronization"] === true;
  // A connector of the synchronizer generation has types instead of sources.
  if (!synchronizes && !Array.isArray(answer["sources"])) throw notADescription(answer);
  const remarks: string[] = [];
  const accountKinds = readEntries(answer, "authentication", { read: readKind, remarks });
  const sources = readEntries(answer, "sources", { read: readSource, remarks });
  for (const member of ["id", "name", "version"]) {
    if (textOf(answer, member) === "") remarks.push(`GET / has no "${member}".`);
  }
  if (accountKinds.length === 0) remarks.push("GET / lists no account kind.");
  if (sources.length === 0 && !synchronizes) remarks.push("GET / lists no source.");
  const color = textOf(answer, "color");
  const features = answer["features"];
  return {
    id: textOf(answer, "id"),
    name: textOf(answer, "name"),
    version: textOf(answer, "version"),
    description: textOf(answer, "description"),
    site: textOf(answer, "site", "website"),
    tags: textsOf(answer["tags"]),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
    accountKinds,
    sources,
    hasSchema: answer["type"] === "crunch",
    synchronizes,
    hasTimezone: isRecord(features) && features["timezone"] === true,
    remarks,
    raw: answer,
  };
}

interface ReadEntriesOptions<Entry> {
  readonly read: (record: JsonRecord) => Entry;
  /** Receives a sentence for each problem. */
  readonly remarks: string[];
}

function readEntries<Entry extends { readonly id: string }>(
  answer: JsonRecord,
  member: string,
  { read, remarks }: ReadEntriesOptions<Entry>,
): readonly Entry[] {
  const value = answer[member];
  if (value !== undefined && !Array.isArray(value)) remarks.push(`"${member}" of GET / is not an array.`);
  const entries = new Map<string, Entry>();
  for (const record of recordsOf(value)) {
    const entry = read(record);
    if (entry.id === "") remarks.push(`An entry of "${member}" of GET / has no id.`);
    else if (entries.has(entry.id)) remarks.push(`"${member}" of GET / lists "${entry.id}" twice.`);
    else entries.set(entry.id, entry);
  }
  return [...entries.values()];
}

function readKind(record: JsonRecord): AccountKind {
  const id = textOf(record, "id");
  return {
    id,
    name: textOf(record, "name", "title") || id,
    description: textOf(record, "description"),
    fields: readFields(record["fields"]),
  };
}

function readSource(record: JsonRecord): Source {
  const id = textOf(record, "id");
  return {
    id,
    name: textOf(record, "name", "title") || id,
    description: textOf(record, "description"),
    tags: textsOf(record["tags"]),
    isDefault: record["default"] === true,
    filter: readFields(record["filter"]),
    columns: isRecord(record["fields"]) ? readColumns(record["fields"]) : undefined,
  };
}

const editorModes = ["json", "sql"] as const;

/**
 * Reads the fields of a form.
 *
 * @param value - The array of fields; anything else means none
 * @returns The fields that have an id
 */
export function readFields(value: unknown): readonly Field[] {
  return recordsOf(value)
    .map((record): Field => {
      const id = textOf(record, "id");
      return {
        id,
        title: textOf(record, "title", "name") || id,
        description: textOf(record, "description"),
        type: textOf(record, "type") || "text",
        // In both generations, a field that does not state it is required.
        required: record["optional"] !== true && record["required"] !== false,
        hasDatalist: record["datalist"] === true,
        dependsOn: textsOf(record["datalist_requires"]),
        options: readOptions(record["data"] ?? record["choices"] ?? record["options"]),
        defaultValue: record["defaultValue"],
        placeholder: textOf(record, "placeholder"),
        isSecured: record["secured"] === true,
        address: textOf(record, "value"),
        editorMode: editorModes.find((mode) => mode === record["editorMode"]),
      };
    })
    .filter(({ id }) => id !== "");
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function notADescription(answer: unknown): ConnectorError {
  const connectors = recordsOf(isRecord(answer) ? answer["connectors"] : undefined);
  const ids = connectors.map((connector) => textOf(connector, "id")).filter((id) => id !== "");
  if (ids.length > 0) {
    return new ConnectorError(
      "invalid",
      `Could not read GET /: the service has several connectors: ${ids.join(", ")}. Append the id of one of them to the address.`,
    );
  }
  return new ConnectorError(
    "invalid",
    'Could not read GET /: expected a description with "sources". Check whether this is the address of a connector.',
  );
}
