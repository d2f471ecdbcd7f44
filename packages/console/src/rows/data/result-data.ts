import type {
  ChartAnswer,
  ChartQuery,
  ColumnProfile,
  CompareAnswer,
  CompareRequest,
  RowSelection,
  RowsAnswer,
  RowsRequest,
  SummaryAnswer,
  SummaryQuery,
  TableColumn,
} from "@wellhead/workbench/protocol";

/** The rows of a run that has ended. Every figure comes from all rows. */
export interface ResultData {
  /** Id of the run. */
  readonly run: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  fetchChart(query: ChartQuery): Promise<ChartAnswer>;
  fetchSummary(query: SummaryQuery): Promise<SummaryAnswer>;
  /** Compares the rows with those of an earlier run. */
  compare(request: CompareRequest): Promise<CompareAnswer>;
  fetchRows(request: RowsRequest): Promise<RowsAnswer>;
  /** Returns the JSON text of a whole row. */
  fetchRow(number: number): Promise<string>;
  /** @param selection - The rows. Default: all. */
  fetchProfiles(
    columns: readonly string[],
    isDetailed: boolean,
    selection?: RowSelection,
  ): Promise<readonly ColumnProfile[]>;
}
