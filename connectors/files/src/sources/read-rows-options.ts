import type { Fields, RowsContext } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import type { FileStorage } from "../folder/file-storage.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import type { ReadableTable } from "../tables/table.js";
import type { FileEngine } from "./cluster/file-engine.js";
import type { TableFilter } from "./table-filter.js";

/** Options of `readRows`. */
export interface ReadRowsOptions {
  readonly storage: FileStorage;
  readonly engine: Engine;
  /** Another engine, which reads the rows of the files that it reads alike. Default: none. */
  readonly cluster?: FileEngine | undefined;
  /** Engines that run the users' SQL. */
  readonly engines: SqlEngines;
  /** Maximum seconds the engine may take until the next rows. */
  readonly timeLimit: number;
  readonly table: ReadableTable;
  readonly where: TableFilter["where"];
  /** The user's SQL, which replaces the table; `undefined` when there is none. */
  readonly sql: string | undefined;
  readonly context: RowsContext<unknown, Fields>;
  /** Called when later rows do not have the column types that the first rows showed. */
  readonly onSurprise: () => void;
  /** Called when the content of the file ends an engine. */
  readonly onFault: (fault: Error) => void;
}
