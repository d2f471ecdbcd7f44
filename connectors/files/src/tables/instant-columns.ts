import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { quoteName } from "../engine/quote.js";

/** A column of a JSON file. */
export interface JsonColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

const zoned = "TIMESTAMP WITH TIME ZONE";
const time = "[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?";

/**
 * Gives the type a column has when its timestamps are instants. The engine takes text such as
 * `2024-01-31T12:30:00Z` for a timestamp without a zone; its clock time is that of UTC.
 *
 * @param type - Type of the column as the engine found it
 * @returns The type of instants; `undefined` when the column holds no timestamps
 */
export function instantType(type: DuckDBType): string | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.TIMESTAMP:
      return zoned;
    case DuckDBTypeId.LIST: {
      const element = instantType(type.valueType);
      return element === undefined ? undefined : `${element}[]`;
    }
    case DuckDBTypeId.STRUCT: {
      const members = type.entryTypes.map((member) => instantType(member));
      if (members.every((member) => member === undefined)) return undefined;
      const list = members.map(
        (member, index) =>
          `${quoteName(type.entryNames[index] ?? "")} ${member ?? String(type.entryTypes[index])}`,
      );
      return `STRUCT(${list.join(", ")})`;
    }
    default:
      return undefined;
  }
}

/**
 * Writes SQL that tells whether all timestamps of a column name UTC as their zone.
 *
 * @param name - Name of the column, which holds JSON
 * @returns SQL that aggregates to true when some do and none does not
 */
export function areInstants(name: string): string {
  const has = (end: string): string =>
    `coalesce(bool_or(regexp_matches(CAST(${quoteName(name)} AS VARCHAR), '${time}${end}"')), false)`;
  return `${has("Z")} AND NOT ${has("")}`;
}
