import type { Field } from "../describe/application.js";
import { readFields } from "../describe/read-application.js";
import { ConnectorError } from "../http/connector-error.js";
import { isRecord, type JsonRecord, recordsOf, textOf } from "../json/lenient-json.js";

/** A type of entities that can be synchronized. */
export interface EntityType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Whether it is selected by default. */
  readonly isDefault: boolean;
  /** Whether its entities are the people of the source. */
  readonly isUser: boolean;
}

/** The types and the filter of a connector that synchronizes. */
export interface SynchronizerConfig {
  readonly types: readonly EntityType[];
  /** The filter form that all types share. */
  readonly filter: readonly Field[];
  /** Version of the configuration as text, as it is sent back with each request; empty without one. */
  readonly version: string;
  readonly hasWebhooks: boolean;
  /** The response, unchanged. */
  readonly raw: JsonRecord;
}

/**
 * Reads the response of POST synchronizer/config.
 *
 * @param answer - The parsed response
 * @returns Types, filter and version; a type without an id and one that is listed twice are left out
 * @throws ConnectorError `invalid` when the response has no list of types
 * @see The synchronizer contract, POST config
 */
export function readConfig(answer: unknown): SynchronizerConfig {
  if (!isRecord(answer) || !Array.isArray(answer["types"])) {
    throw new ConnectorError(
      "invalid",
      'Could not read POST /api/v1/synchronizer/config: expected an object with "types". Check whether this is the address of a connector that synchronizes.',
    );
  }
  const types = new Map<string, EntityType>();
  for (const record of recordsOf(answer["types"])) {
    const id = textOf(record, "id");
    if (id === "" || types.has(id)) continue;
    types.set(id, {
      id,
      name: textOf(record, "name", "title") || id,
      description: textOf(record, "description"),
      isDefault: record["default"] === true,
      isUser: record["isUser"] === true,
    });
  }
  const webhooks = answer["webhooks"];
  return {
    types: [...types.values()],
    filter: readFields(answer["filters"]),
    version: textOf(answer, "version"),
    hasWebhooks: isRecord(webhooks) && webhooks["enabled"] === true,
    raw: answer,
  };
}
