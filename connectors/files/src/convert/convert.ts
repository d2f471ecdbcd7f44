import type { ConvertTask } from "./convert-task.js";

/**
 * Does a task in this thread. Each kind loads its own libraries, because a thread does one task and some take longer to load than to run.
 *
 * @param task - What to do with which file
 * @returns What belongs to the kind of the task
 * @throws FileFault when the content of the file is at fault
 */
export async function convert(task: ConvertTask): Promise<unknown> {
  if (task.kind === "csv") return (await import("./convert-csv.js")).convertCsv(task);
  if (task.kind === "json") return (await import("./convert-json.js")).convertJson(task);
  if (task.kind === "text") return (await import("./convert-text.js")).convertText(task);
  if (task.kind === "check") return (await import("./check-file.js")).checkFile(task);
  return (await import("./convert-workbook.js")).convertWorkbook(task);
}
