import type { UnpackTask } from "./convert-task.js";
import { readFile } from "./read-file.js";

/**
 * Unpacks a compressed file to its end, which checks it.
 *
 * @param task - The file
 * @throws FileFault when it is damaged or incomplete
 */
export async function unpack({ path }: UnpackTask): Promise<void> {
  for await (const _ of readFile(path));
}
