import type { IncompleteRowsError } from "@wellhead/client";
import type { LoadedColumn } from "../load/store-table.js";
import type { UnfitColumn } from "../load/unfit-values.js";
import type { ResultTable } from "../table/result-table.js";

/** A loaded table. */
export interface LoadedTable {
  readonly columns: readonly LoadedColumn[];
  readonly rowCount: number;
  /** Why rows are missing; `undefined` when the rows are complete. */
  readonly incomplete: IncompleteRowsError | undefined;
  /** Members of the rows that are not columns, because nobody declares them. */
  readonly omitted: readonly string[];
  /** The columns with values that do not fit their types, which are NULL in the table. */
  readonly unfit: readonly Pick<UnfitColumn, "key" | "declared" | "count" | "first">[];
  /** The rows. */
  readonly table: ResultTable;
}
