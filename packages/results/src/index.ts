export { UnsuitedValues } from "./arrow/loaded-column.js";
export {
  SpareEngine,
  type SpareEngineOptions,
  type StartTimer,
  startSystemTimer,
} from "./engine/spare-engine.js";
export {
  ResultsError,
  type ResultsErrorCode,
  type ResultsErrorOptions,
  type UnknownName,
} from "./errors/results-error.js";
export { UnfitValueError } from "./errors/unfit-value-error.js";
export type { RepeatedRows } from "./load/drop-repeated.js";
export type { LoadableBatches, LoadableRows, LoadOptions } from "./load/load-options.js";
export type { LoadedColumn } from "./load/store-table.js";
export type { Connection, OpenConnector, QueriedConnector } from "./plan/find-tables.js";
export type { JoinedFilters, JoinedValues } from "./plan/join-filters.js";
export { RequestLimitError, valuesOfRequest } from "./plan/joined-requests.js";
export {
  defaultMaxRequests,
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
export type { TypedColumn } from "./plan/type-columns.js";
export type { RememberedTypes, TypeKey, TypeMemory } from "./plan/type-memory.js";
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
export type { CompareAnswer, ComparedRow, CompareQuery, RowChange } from "./query/compare-query.js";
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
export type { SummaryAnswer, SummaryGroup, SummaryMeasure, SummaryQuery } from "./query/summary-query.js";
export type { Condition } from "./statement/find-conditions.js";
export type { WithEntry } from "./statement/from-clause.js";
export type { NamedTable } from "./statement/named-table.js";
export type { StatementReads } from "./statement/read-statement.js";
export type { SyntaxNode } from "./statement/syntax-node.js";
export type { ValuesSource } from "./statement/values-statement.js";
export type { LoadedTable } from "./store/loaded-table.js";
export { Results, type ResultsOptions } from "./store/results.js";
export type { ExportFormat, ExportSelection } from "./table/export-rows.js";
export { type ResultColumn, ResultTable, type RowOrder } from "./table/result-table.js";
export type { StoredType } from "./types/column-type.js";
export { fixedType, typeNames } from "./types/fixed-type.js";
