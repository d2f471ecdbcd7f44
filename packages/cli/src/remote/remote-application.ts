import { CommandError } from "../command-error.js";
import type { Call } from "./call.js";
import { record, records, text } from "./loose.js";
import { joinAddress } from "./read-address.js";
import { callForJson } from "./read-answer.js";

/** A field of a form, as far as a caller needs it. */
export interface RemoteField {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly optional: boolean;
  /** Whether POST /datalist gives its options. */
  readonly datalist: boolean;
  /** Ids of the fields its options depend on. */
  readonly requires: readonly string[];
  /** Values of the options it carries itself. */
  readonly choices: readonly unknown[];
}

/** A column of a source. */
export interface RemoteColumn {
  readonly id: string;
  readonly type: string;
}

/** A source of a connector. */
export interface RemoteSource {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly filter: readonly RemoteField[];
  /** Absent: the connector does not say. */
  readonly columns: readonly RemoteColumn[] | undefined;
}

/** A way to connect an account. */
export interface RemoteAccountKind {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly RemoteField[];
}

/** What GET / of any connector tells; members that are missing or odd are read as empty. */
export interface RemoteApplication {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly accountKinds: readonly RemoteAccountKind[];
  readonly sources: readonly RemoteSource[];
  /** The answer as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/**
 * Asks a connector who it is.
 *
 * @param base - Its base address
 * @param options - What ends the call, and credentials of the caller
 * @returns What it told
 * @throws CommandError `unreachable` when what answers is no connector
 */
export async function readApplication(
  base: URL,
  options: Pick<Call, "signal" | "headers"> = {},
): Promise<RemoteApplication> {
  const url = joinAddress(base, "/");
  return parseApplication(base, await callForJson({ ...options, method: "GET", url }));
}

/**
 * Reads what a connector says about itself.
 *
 * @param base - Its base address, for the error
 * @param answer - The JSON of GET /
 * @returns What it told
 * @throws CommandError `unreachable` when it is not the description of a connector
 */
export function parseApplication(base: URL, answer: unknown): RemoteApplication {
  const raw = record(answer);
  if (!Array.isArray(raw["sources"])) throw noConnector(base, raw);
  return {
    id: text(raw["id"]),
    name: text(raw["name"]),
    version: text(raw["version"]),
    description: text(raw["description"]),
    accountKinds: records(raw["authentication"]).map((kind) => ({
      id: text(kind["id"]),
      name: text(kind["name"]),
      fields: records(kind["fields"]).map((field) => readField(field)),
    })),
    sources: records(raw["sources"]).map((source) => readSource(source)),
    raw,
  };
}

function readSource(source: Readonly<Record<string, unknown>>): RemoteSource {
  const columns = source["fields"];
  return {
    id: text(source["id"]),
    name: text(source["name"]),
    description: text(source["description"]),
    isDefault: source["default"] === true,
    filter: records(source["filter"]).map((field) => readField(field)),
    columns: columns === undefined ? undefined : readColumns(columns),
  };
}

function readColumns(columns: unknown): RemoteColumn[] {
  return Object.entries(record(columns))
    .map(([id, column]) => ({
      id,
      type: text(record(column)["type"]),
      order: Number(record(column)["order"]),
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, type }) => ({ id, type }));
}

function readField(field: Readonly<Record<string, unknown>>): RemoteField {
  const requires = field["datalist_requires"];
  const choices = field["choices"] ?? field["options"];
  return {
    id: text(field["id"]),
    title: text(field["title"] ?? field["name"]),
    type: text(field["type"]),
    optional: field["optional"] === true || field["required"] === false,
    datalist: field["datalist"] === true,
    requires: Array.isArray(requires) ? requires.map(String) : [],
    choices: Array.isArray(choices) ? choices : [],
  };
}

function noConnector(base: URL, raw: Readonly<Record<string, unknown>>): CommandError {
  const served = records(raw["connectors"]).map((connector) => text(connector["id"]));
  if (served.length > 0) {
    return new CommandError(
      "unreachable",
      `Read GET ${base.href}: found a list of ${served.length} connectors, wanted one of them`,
      { details: served.map((id) => `  ${joinAddress(base, `/${encodeURIComponent(id)}`).href}`) },
    );
  }
  return new CommandError(
    "unreachable",
    `Read GET ${base.href}: found JSON without "sources", wanted a connector's description`,
  );
}
