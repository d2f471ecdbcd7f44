import { isRecord, type JsonRecord, textOf } from "../json/lenient-json.js";
import type { Column } from "./application.js";

/**
 * Reads the columns of a source, from GET / or POST /schema.
 *
 * @param fields - Columns by id
 * @returns The columns in their declared order, without one in the order of the response; `undefined` when there is none
 * @see The connector contract, POST /schema
 */
export function readColumns(fields: JsonRecord): readonly Column[] | undefined {
  const columns = Object.entries(fields)
    .map(([id, value]) => {
      const column = isRecord(value) ? value : {};
      const order = Number(textOf(column, "order") || "NaN");
      return { id, column, order: Number.isFinite(order) ? order : Number.MAX_VALUE };
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, column }) => ({
      id,
      name: textOf(column, "name", "title") || id,
      type: textOf(column, "type"),
      description: textOf(column, "description"),
    }));
  return columns.length === 0 ? undefined : columns;
}
