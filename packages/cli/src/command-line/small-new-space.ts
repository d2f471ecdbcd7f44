import { setFlagsFromString } from "node:v8";

/**
 * Does work without letting V8 enlarge its space for new objects, such as loading modules. V8 does not make that space
 * smaller again in a service that is idle, and work that lasts does not need a larger one. Afterwards, the default of V8
 * applies again.
 *
 * @param work - What to do; must not call this function
 * @returns Its result
 */
export async function inSmallNewSpace<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString("--semi-space-growth-factor=1");
  try {
    return await work();
  } finally {
    setFlagsFromString("--semi-space-growth-factor=2");
  }
}
