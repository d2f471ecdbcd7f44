import { columnsOfSchema } from "../schema/schema-columns.js";
import { isObject, type JsonSchema, type Stream, textsOf } from "../specification/stream.js";

type Described = Readonly<Record<string, unknown>>;

/**
 * Reads the streams of a catalogue.
 *
 * @param catalog - What `--discover` prints
 * @returns The streams
 */
export function streamsOf(catalog: unknown): readonly Stream[] {
  const streams = isObject(catalog) && Array.isArray(catalog["streams"]) ? catalog["streams"] : [];
  return streams.filter(isObject).map((described): Stream => {
    const { tap_stream_id: given, stream, schema } = described;
    const id = typeof given === "string" ? given : String(stream);
    const columns = columnsOfSchema(withDeletions(isObject(schema) ? schema : {}, described));
    const key = keyOf(described);
    return {
      id,
      name: typeof stream === "string" ? stream : id,
      namespace: undefined,
      columns,
      key: key.length > 0 && key.every((name) => Object.hasOwn(columns, name)) ? key : undefined,
      isIncremental: replicationKeyOf(described) !== undefined || methodOf(described) === "LOG_BASED",
      described,
    };
  });
}

/** Adds the column of deletions, which taps that read the log of a database add to their rows without listing it. */
function withDeletions(schema: JsonSchema, described: Described): JsonSchema {
  if (methodOf(described) !== "LOG_BASED") return schema;
  const deleted = { type: ["null", "string"], format: "date-time" };
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return { ...schema, properties: { _sdc_deleted_at: deleted, ...properties } };
}

/**
 * Makes the catalogue that selects one stream with all its columns.
 *
 * @param stream - The stream
 * @param isIncremental - Whether the tap is to send what has changed
 * @returns The catalogue
 */
export function catalogOf(
  { described, cursor }: Pick<Stream, "described" | "cursor">,
  isIncremental: boolean,
): Described {
  const { schema, metadata } = described;
  const entries = Array.isArray(metadata) ? metadata.filter(isObject) : [];
  const key = isIncremental ? (cursor ?? replicationKeyOf(described)) : undefined;
  const isLog = cursor === undefined && methodOf(described) === "LOG_BASED";
  const method =
    key !== undefined && !isLog ? { "replication-method": "INCREMENTAL", "replication-key": key } : {};
  const root = {
    breadcrumb: [],
    metadata: { ...rootOf(described), ...(isIncremental ? method : fullTable(described)), selected: true },
  };
  const others = entries.filter((entry) => !isRoot(entry)).map((entry) => selected(entry));
  const chosen = {
    ...described,
    selected: true,
    ...(isIncremental &&
      key !== undefined &&
      !isLog && { replication_method: "INCREMENTAL", replication_key: key }),
    schema: { ...(isObject(schema) ? schema : {}), selected: true },
    metadata: [root, ...others],
  };
  return { streams: [chosen] };
}

/** Reads all rows where the tap leaves it open: taps of databases fail without a method. One that is forced stays. */
function fullTable(described: Described): Described {
  const method = methodOf(described);
  const isOpen = method === undefined || method === null || method === "LOG_BASED";
  const isForced = rootOf(described)["forced-replication-method"] !== undefined;
  return isOpen && !isForced ? { "replication-method": "FULL_TABLE" } : {};
}

function selected(entry: Described): Described {
  const metadata = isObject(entry["metadata"]) ? entry["metadata"] : {};
  const isSupported = metadata["inclusion"] !== "unsupported";
  return { ...entry, metadata: { ...metadata, ...(isSupported && { selected: true }) } };
}

function isRoot({ breadcrumb }: Described): boolean {
  return Array.isArray(breadcrumb) && breadcrumb.length === 0;
}

function rootOf({ metadata }: Described): Described {
  const root = Array.isArray(metadata) ? metadata.filter(isObject).find((entry) => isRoot(entry)) : undefined;
  return isObject(root?.["metadata"]) ? root["metadata"] : {};
}

/** Some taps write the key as a text in their code and as a list on the wire, or the other way round. */
function keyOf(described: Described): readonly string[] {
  const given = described["key_properties"] ?? rootOf(described)["table-key-properties"];
  return typeof given === "string" ? [given] : textsOf(given);
}

function methodOf(described: Described): unknown {
  const root = rootOf(described);
  return root["forced-replication-method"] ?? root["replication-method"] ?? described["replication_method"];
}

function replicationKeyOf(described: Described): string | undefined {
  const root = rootOf(described);
  const given = root["replication-key"] ?? described["replication_key"];
  if (typeof given === "string" && given !== "") return given;
  return textsOf(root["valid-replication-keys"])[0];
}
