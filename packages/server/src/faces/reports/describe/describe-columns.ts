import type { ColumnDescription } from "@wellhead/contract";
import { columnTypes, streamErrorKey } from "@wellhead/contract/vocabulary";
import { type Columns, ConnectorError } from "@wellhead/sdk";
import { titleOf } from "../../../form/read-form.js";

/**
 * Describes the columns of a source in the form that GET / and POST /schema return.
 *
 * @param columns - Columns by id, in order
 * @returns One member per column
 * @throws ConnectorError `internal` when the type of a column is not one of the contract's, or its id is reserved for
 * stream errors
 * @see The connector contract, POST /schema
 */
export function describeColumns(columns: Columns): Record<string, ColumnDescription> {
  return Object.fromEntries(
    Object.entries(columns).map(([id, column], order) => {
      const { title, description = "", ignore = false, readonly = false, column: type } = column;
      if (!columnTypes.includes(type) || id === streamErrorKey) {
        throw new ConnectorError(
          "internal",
          `Could not describe the column "${id}": expected the type of a column, got "${type}".`,
        );
      }
      return [id, { id, name: titleOf(id, title), description, type, ignore, readonly, order }];
    }),
  );
}
