export { describeFilters, type FilterEngine } from "./filters/describe-filters.js";
export type { FilterCase, FilterQuestion } from "./filters/filter-case.js";
export { expectedIds, filterCases } from "./filters/filter-cases.js";
export {
  type FilterColumn,
  type FilterColumnKind,
  type FilterFeature,
  type FilterRow,
  filterColumns,
  filterRows,
} from "./filters/filter-rows.js";
export { RawJson, writeBody } from "./filters/raw-json.js";
export {
  describeMovingLists,
  type MovedReading,
  type MovingSource,
} from "./moving-lists/describe-moving-lists.js";
export { type MovingItem, MovingItems } from "./moving-lists/moving-items.js";
export { readServed, type ServedReadingOptions } from "./moving-lists/read-served.js";
export { ClientProgram, type ClientProgramOptions, type Question } from "./programs/client-program.js";
export { copyTemplate, type FolderTemplateOptions } from "./programs/folder-template.js";
export { freePort } from "./programs/free-port.js";
export {
  type CaseColumn,
  type CaseEncoder,
  type CaseFormat,
  describeRowCases,
} from "./rows/describe-row-cases.js";
export type { RowCase, RowCaseKind } from "./rows/row-case.js";
export { rowCases } from "./rows/row-cases.js";
export { type DescribeSqlDatabaseOptions, describeSqlDatabase } from "./sql/describe-sql-database.js";
export type {
  HostileSettings,
  MomentColumn,
  PagedTable,
  RoleLimits,
  SqlDatabase,
  SqlDialect,
  SqlFeature,
  ValueColumn,
} from "./sql/sql-database.js";
export { playTableHistories, type TableHistoriesOptions } from "./synchronization/play-table-histories.js";
export { type EntitiesPage, readPages } from "./synchronization/read-pages.js";
export { type ServedHistoryOptions, serveHistory } from "./synchronization/serve-history.js";
