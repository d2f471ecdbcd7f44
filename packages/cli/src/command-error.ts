import type { ExitName } from "./exit-codes.js";

/** What a {@link CommandError} carries besides its sentence. */
export interface CommandErrorOptions {
  /** What led to it. */
  readonly cause?: unknown;
  /** Lines printed below the sentence, such as where to look next. */
  readonly details?: readonly string[];
}

/** An error whose message is for the person at the terminal; anything else that is thrown is a fault of ours. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** How the command ends. */
  readonly exit: ExitName;
  /** Lines printed below the sentence. */
  readonly details: readonly string[];

  /**
   * @param exit - How the command ends
   * @param message - What failed, what was found, what was wanted
   * @param options - Cause and further lines
   */
  constructor(exit: ExitName, message: string, options: CommandErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exit = exit;
    this.details = options.details ?? [];
  }
}

/**
 * Makes the error for a wrong command line, configuration or file.
 *
 * @param message - What failed, what was found, what was wanted
 * @param options - Cause and further lines
 * @returns The error to throw
 */
export function usageError(message: string, options?: CommandErrorOptions): CommandError {
  return new CommandError("usage", message, options);
}
