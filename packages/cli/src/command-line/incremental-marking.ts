import { setFlagsFromString } from "node:v8";

/**
 * Does work without letting V8 mark its heap in steps, such as reading rows that are stored in another process. V8 counts
 * the buffers that have arrived as part of the heap, which is small and hardly changes, so it would mark the heap again
 * every few megabytes of rows. A heap that grows is still marked, in one step. Afterwards, the default of V8 applies
 * again.
 *
 * @param work - What to do; must not call this function
 * @returns Its result
 */
export async function withoutIncrementalMarking<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString("--no-incremental-marking");
  try {
    return await work();
  } finally {
    setFlagsFromString("--incremental-marking");
  }
}
