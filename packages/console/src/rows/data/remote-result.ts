import type {
  ChartAnswer,
  ChartQuery,
  ColumnProfile,
  ExportAnswer,
  ExportRequest,
  ProfileAnswer,
  RowAnswer,
  RowsAnswer,
  RowsRequest,
  RunResult,
  TableColumn,
} from "@wellhead/workbench/protocol";
import { askData } from "../../workbench/ask-data.js";
import type { ResultData } from "./result-data.js";

/** The rows of a run, which the service keeps. */
export class RemoteResult implements ResultData {
  readonly run: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;

  /** @param run - Id of the run; its result says which columns there are */
  constructor(run: string, { columns, rowCount }: RunResult) {
    this.run = run;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  fetchChart(query: ChartQuery): Promise<ChartAnswer> {
    return this.#ask("chart", query);
  }

  fetchRows(request: RowsRequest): Promise<RowsAnswer> {
    return this.#ask("rows", request);
  }

  async fetchRow(number: number): Promise<string> {
    return (await this.#ask<RowAnswer>("row", { number })).json;
  }

  async fetchProfiles(columns: readonly string[], isDetailed: boolean): Promise<readonly ColumnProfile[]> {
    return (await this.#ask<ProfileAnswer>("profile", { columns, isDetailed })).profiles;
  }

  /** Writes rows to a file and returns where it is. */
  exportRows(request: ExportRequest): Promise<ExportAnswer> {
    return this.#ask("exports", request);
  }

  #ask<Answer>(action: string, body: unknown): Promise<Answer> {
    return askData(`runs/${this.run}/${action}`, body);
  }
}
