import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "../../engine/duckdb.js";

/** The form in which the engine returns a column. */
export interface Transport {
  /** SQL type to which the values are cast; `undefined` when they are not cast. */
  readonly cast: string | undefined;
  /** Whether the engine must return the values as JSON, because no cell supports the type or one nested in it. */
  readonly asJson: boolean;
}

const unchanged: Transport = { cast: undefined, asJson: false };
const asText: Transport = { cast: "VARCHAR", asJson: false };
const asJson: Transport = { cast: undefined, asJson: true };

/** Types that the engine returns as text. They are rare, and the engine has a text form for each. */
const textual: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.ENUM,
  DuckDBTypeId.UUID,
  DuckDBTypeId.BIT,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.TIME_NS,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.SQLNULL,
  DuckDBTypeId.GEOMETRY,
]);

/** Types that the engine can only return as JSON. */
const onlyJson: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.UNION, DuckDBTypeId.VARIANT]);

/**
 * Returns the form in which the engine returns values of a type.
 *
 * @param type - Type of the column
 * @returns The type to cast to, if any, and whether the values are returned as JSON
 */
export function transportOf(type: DuckDBType): Transport {
  if (textual.has(type.typeId)) return asText;
  if (onlyJson.has(type.typeId)) return asJson;
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return nested([type.valueType], ([element]) => `${element}[]`);
    case DuckDBTypeId.ARRAY:
      return nested([type.valueType], ([element]) => `${element}[${type.length}]`);
    case DuckDBTypeId.MAP:
      return mapTransport(type);
    case DuckDBTypeId.STRUCT:
      // Members without a name cannot be members of a JSON object.
      if (type.entryNames.some((name) => name === "")) return asJson;
      return nested(
        type.entryTypes,
        (types) =>
          `STRUCT(${types.map((member, index) => `${quoted(type.entryNames[index])} ${member}`).join(", ")})`,
      );
    default:
      return unchanged;
  }
}

function mapTransport(type: Extract<DuckDBType, { keyType: DuckDBType }>): Transport {
  const value = transportOf(type.valueType);
  if (value.asJson) return asJson;
  if (type.keyType.typeId === DuckDBTypeId.VARCHAR && value.cast === undefined) return unchanged;
  return { cast: `MAP(VARCHAR, ${value.cast ?? String(type.valueType)})`, asJson: false };
}

function nested(types: readonly DuckDBType[], write: (types: readonly string[]) => string): Transport {
  const inner = types.map((type) => transportOf(type));
  if (inner.some((transport) => transport.asJson)) return asJson;
  if (inner.every((transport) => transport.cast === undefined)) return unchanged;
  return { cast: write(types.map((type, index) => inner[index]?.cast ?? String(type))), asJson: false };
}

function quoted(name = ""): string {
  return `"${name.replaceAll('"', '""')}"`;
}
