import type {
  ChartAnswer,
  ChartQuery,
  ColumnProfile,
  CompareAnswer,
  CompareRequest,
  ExportAnswer,
  ExportRequest,
  ProfileAnswer,
  RowAnswer,
  RowSelection,
  RowsAnswer,
  RowsRequest,
  RunResult,
  SummaryAnswer,
  SummaryQuery,
  TableColumn,
} from "@wellhead/workbench/protocol";
import { askData, DataProblem } from "../../workbench/ask-data.js";
import type { ResultData } from "./result-data.js";

/** The rows of a run, which the service keeps. */
export class RemoteResult implements ResultData {
  readonly run: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;

  readonly #onGone: () => void;

  /**
   * @param run - Id of the run; its result says which columns there are
   * @param onGone - Called when the service no longer keeps the rows
   */
  constructor(run: string, { columns, rowCount }: RunResult, onGone: () => void) {
    this.run = run;
    this.#onGone = onGone;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  fetchChart(query: ChartQuery): Promise<ChartAnswer> {
    return this.#ask("chart", query);
  }

  fetchSummary(query: SummaryQuery): Promise<SummaryAnswer> {
    return this.#ask("summary", query);
  }

  compare(request: CompareRequest): Promise<CompareAnswer> {
    return this.#ask("comparison", request);
  }

  fetchRows(request: RowsRequest): Promise<RowsAnswer> {
    return this.#ask("rows", request);
  }

  async fetchRow(number: number): Promise<string> {
    return (await this.#ask<RowAnswer>("row", { number })).json;
  }

  async fetchProfiles(
    columns: readonly string[],
    isDetailed: boolean,
    selection: RowSelection = {},
  ): Promise<readonly ColumnProfile[]> {
    return (await this.#ask<ProfileAnswer>("profile", { columns, isDetailed, ...selection })).profiles;
  }

  /** Writes rows to a file and returns where it is. */
  exportRows(request: ExportRequest): Promise<ExportAnswer> {
    return this.#ask("exports", request);
  }

  async #ask<Answer>(action: string, body: unknown): Promise<Answer> {
    try {
      return await askData<Answer>(`runs/${this.run}/${action}`, body);
    } catch (error) {
      if (error instanceof DataProblem && error.isGone) this.#onGone();
      throw error;
    }
  }
}
