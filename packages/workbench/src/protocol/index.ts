export type {
  BoxAnswer,
  BoxGroup,
  BoxQuery,
  Cell,
  ChartAnswer,
  ChartAxis,
  ChartQuery,
  ColumnKind,
  ColumnProfile,
  CommonValue,
  DeclaredColumn,
  Group,
  GroupAnswer,
  GroupQuery,
  HistogramBin,
  LongCell,
  Measure,
  OtherGroups,
  Point,
  PointAnswer,
  PointQuery,
  ProfileAnswer,
  ProfileRequest,
  RowAnswer,
  RowCondition,
  RowRequest,
  RowSelection,
  RowsAnswer,
  RowsRequest,
  SortColumn,
  TableColumn,
  TimeUnit,
} from "@wellhead/results";
export type { CheckAnswer, CheckEvent, CheckEvidence, CheckFinding, CheckRequest } from "./check.js";
export type { ExchangeEnding, ExchangeEvent, HeaderList } from "./exchange.js";
export type { ExportAnswer, ExportFormat, ExportRequest } from "./export.js";
export type { DataFailure } from "./failure.js";
export type {
  ChangedMember,
  RunEnding,
  RunEvent,
  RunFault,
  RunProgress,
  RunRequest,
  RunResult,
} from "./run.js";
export type { SqlConnector, SqlReading, SqlRequest } from "./sql.js";
