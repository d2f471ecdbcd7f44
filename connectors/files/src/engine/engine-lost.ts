/** Matches errors after which an engine refuses every statement, and faults of the engine itself. */
const lost = /^(?:INTERNAL|FATAL) Error|database has been invalidated/;

/**
 * Returns whether an error ends the engine for all who use it.
 *
 * @param error - What the engine threw
 */
export function isEngineLost(error: unknown): boolean {
  return error instanceof Error && lost.test(error.message);
}

/** Thrown when the engine was lost while others may have used it, so that it is not known whose statement caused it. */
export class EngineLost extends Error {
  override readonly name = "EngineLost";
}

/** Thrown when the engine was lost although nothing else used it: the content of the file causes the failure. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}
