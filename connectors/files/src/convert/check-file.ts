import { checkPages } from "./check-pages.js";
import type { CheckTask } from "./convert-task.js";
import { readFile } from "./read-file.js";

/**
 * Verifies the checksums that a file holds. Compressed text is unpacked to its end, which also shows whether it is
 * complete.
 *
 * @param task - The file
 * @throws FileFault when it is damaged or incomplete
 */
export async function checkFile({ path }: CheckTask): Promise<void> {
  if (path.endsWith(".parquet")) checkPages(path);
  else for await (const _ of readFile(path));
}
