import type { ConvertTask } from "./convert-task.js";

/**
 * Runs a task in this thread. Each kind loads its libraries on demand, because a worker runs one task and some
 * libraries take longer to load than the task takes to run.
 *
 * @param task - The task and its file
 * @returns The result for the kind of the task
 * @throws FileFault when the content of the file causes the failure
 */
export async function convert(task: ConvertTask): Promise<unknown> {
  if (task.kind === "csv") return (await import("./convert-csv.js")).convertCsv(task);
  if (task.kind === "json") return (await import("./convert-json.js")).convertJson(task);
  if (task.kind === "text") return (await import("./convert-text.js")).convertText(task);
  if (task.kind === "check") return (await import("./check-file.js")).checkFile(task);
  if (task.kind === "parquet") return (await import("./convert-parquet.js")).convertParquet(task);
  if (task.kind === "int96") return (await import("./convert-parquet.js")).isInt96Exact(task);
  return (await import("./convert-workbook.js")).convertWorkbook(task);
}
