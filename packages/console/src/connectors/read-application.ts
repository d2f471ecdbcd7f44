import { readField } from "../form/read-field.js";
import { isRecord, type JsonRecord, recordsOf, textOf } from "../json/record.js";
import type { AccountKindInfo, Application, SourceInfo } from "./application.js";
import { readColumns } from "./read-columns.js";

/**
 * Parses the response of GET / of any generation of the interface. Valid members are used; missing or invalid ones
 * become remarks.
 *
 * @returns The application, or `undefined` when the response is not a JSON object
 */
export function readApplication(answer: unknown): Application | undefined {
  if (!isRecord(answer)) return undefined;
  const remarks: string[] = [];
  const kinds = readAll(answer, "authentication", { read: readKind, remarks });
  const sources = readAll(answer, "sources", { read: readSource, remarks });
  for (const member of ["id", "name", "version"]) {
    if (textOf(answer, member) === "") remarks.push(`GET / has no "${member}"`);
  }
  if (kinds.length === 0) remarks.push("GET / lists no way of connecting an account");
  if (sources.length === 0) remarks.push("GET / lists no source");
  const color = textOf(answer, "color");
  const features = answer["features"];
  return {
    id: textOf(answer, "id"),
    name: textOf(answer, "name") || "Unnamed connector",
    version: textOf(answer, "version"),
    description: textOf(answer, "description"),
    site: textOf(answer, "site", "website"),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
    tags: textsOf(answer["tags"]),
    kinds,
    sources,
    hasSchema: answer["type"] === "crunch",
    hasTimezone: isRecord(features) && features["timezone"] === true,
    remarks,
  };
}

interface Reading<Item> {
  readonly read: (record: JsonRecord) => Item | undefined;
  readonly remarks: string[];
}

function readAll<Item extends { readonly id: string }>(
  answer: JsonRecord,
  member: string,
  { read, remarks }: Reading<Item>,
): readonly Item[] {
  const raw = answer[member];
  if (raw !== undefined && !Array.isArray(raw)) remarks.push(`"${member}" of GET / is no array`);
  const known = new Map<string, Item>();
  for (const record of recordsOf(raw)) {
    const item = read(record);
    if (item === undefined) remarks.push(`an entry of "${member}" of GET / has no id`);
    else if (known.has(item.id)) remarks.push(`"${member}" of GET / has the id "${item.id}" twice`);
    else known.set(item.id, item);
  }
  return [...known.values()];
}

function readKind(record: JsonRecord): AccountKindInfo | undefined {
  const id = textOf(record, "id");
  if (id === "") return undefined;
  return {
    id,
    name: textOf(record, "name", "title") || id,
    description: textOf(record, "description"),
    fields: readFields(record["fields"]),
  };
}

function readSource(record: JsonRecord): SourceInfo | undefined {
  const id = textOf(record, "id");
  if (id === "") return undefined;
  return {
    id,
    name: textOf(record, "name", "title") || id,
    description: textOf(record, "description"),
    tags: textsOf(record["tags"]),
    isDefault: record["default"] === true,
    columns: readColumns(record["fields"]),
    filter: readFields(record["filter"]),
  };
}

function readFields(value: unknown): AccountKindInfo["fields"] {
  return recordsOf(value).flatMap((record) => readField(record) ?? []);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
