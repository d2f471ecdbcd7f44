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
} from "./chart.js";
export type { CheckAnswer, CheckEvidence, CheckFinding, CheckRequest } from "./check.js";
export type { ExchangeEnding, ExchangeEvent, HeaderList } from "./exchange.js";
export type { ExportAnswer, ExportFormat, ExportRequest } from "./export.js";
export type { DataFailure } from "./failure.js";
export type { ColumnProfile, CommonValue, HistogramBin, ProfileAnswer, ProfileRequest } from "./profile.js";
export type {
  ChangedMember,
  RunEnding,
  RunEvent,
  RunProgress,
  RunRequest,
  RunResult,
} from "./run.js";
export type { SqlConnector, SqlReading, SqlRequest } from "./sql.js";
export type {
  Cell,
  ColumnKind,
  Condition,
  DeclaredColumn,
  LongCell,
  RowAnswer,
  RowRequest,
  RowSelection,
  RowsAnswer,
  RowsRequest,
  SortColumn,
  TableColumn,
} from "./table.js";
