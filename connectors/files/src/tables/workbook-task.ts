import type { SheetColumn } from "./sheet-columns.js";

/** What the thread that converts a workbook is asked to do. */
export interface WorkbookTask {
  /** Where the workbook is. */
  readonly path: string;
  /** Beginning of the paths of its copies. */
  readonly copy: string;
}

/** A sheet that was written as CSV without a header. */
export interface WrittenSheet {
  readonly sheet: string;
  /** Where it was written. */
  readonly copy: string;
  readonly columns: readonly SheetColumn[];
}
