import type { Fields, RowsContext } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import type { ReadableTable } from "../tables/table.js";
import type { TableFilter } from "./table-filter.js";

/** What reading rows needs. */
export interface ReadRowsOptions {
  readonly engine: Engine;
  /** The engines that run SQL of users. */
  readonly engines: SqlEngines;
  /** Most seconds the engine may take to the next rows. */
  readonly timeLimit: number;
  readonly table: ReadableTable;
  readonly where: TableFilter["where"];
  /** SQL of the user, which replaces the table; `undefined` when there is none. */
  readonly sql: string | undefined;
  readonly context: RowsContext<unknown, Fields>;
  /** Called when the rest of the file turns out to be unlike its beginning. */
  readonly onSurprise: () => void;
}
