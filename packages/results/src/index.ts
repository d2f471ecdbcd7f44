export { ResultsError, type ResultsErrorCode } from "./errors/results-error.js";
export type { LoadedColumn } from "./load/table-loader.js";
export type { Connection, OpenConnector, QueriedConnector } from "./plan/find-tables.js";
export {
  IncompleteReadingError,
  type LoadedReading,
  type LoadReadingsOptions,
  loadReadings,
} from "./plan/load-readings.js";
export {
  type FilteredTable,
  MissingFilterError,
  type PlannedReading,
  type PlanReadingsOptions,
  planReadings,
} from "./plan/plan-readings.js";
export type { PushedFilter } from "./plan/push-filters.js";
export type {
  BoxAnswer,
  BoxGroup,
  BoxQuery,
  ChartAnswer,
  ChartAxis,
  ChartQuery,
  Group,
  GroupAnswer,
  GroupQuery,
  Measure,
  OtherGroups,
  Point,
  PointAnswer,
  PointQuery,
  TimeUnit,
} from "./query/chart-query.js";
export type {
  ColumnProfile,
  CommonValue,
  HistogramBin,
  ProfileAnswer,
  ProfileRequest,
} from "./query/profile-query.js";
export type {
  Cell,
  ColumnKind,
  DeclaredColumn,
  LongCell,
  RowAnswer,
  RowCondition,
  RowRequest,
  RowSelection,
  RowsAnswer,
  RowsRequest,
  SortColumn,
  TableColumn,
} from "./query/row-query.js";
export type { Condition } from "./statement/find-conditions.js";
export type { NamedTable, StatementReads } from "./statement/read-statement.js";
export { type LoadedTable, type LoadOptions, Results, type ResultsOptions } from "./store/results.js";
export {
  type ExportFormat,
  type ExportSelection,
  type ResultColumn,
  ResultTable,
  type RowOrder,
} from "./table/result-table.js";
export type { StoredType } from "./types/column-type.js";
