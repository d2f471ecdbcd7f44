import type { ExitName } from "./exit-codes.js";

/** Optional parts of a {@link CommandError}. */
export interface CommandErrorOptions {
  /** The error that caused it. */
  readonly cause?: unknown;
  /** Lines printed below the message, such as where to look next. */
  readonly details?: readonly string[];
}

/**
 * An error whose message is meant for the user at the terminal. Any other error that is thrown is a bug in Wellhead.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** The exit code the command ends with. */
  readonly exit: ExitName;
  /** Lines printed below the message. */
  readonly details: readonly string[];

  /**
   * @param exit - The exit code the command ends with
   * @param message - What failed, what was expected and what it got
   * @param options - The cause and further lines
   */
  constructor(exit: ExitName, message: string, options: CommandErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exit = exit;
    this.details = options.details ?? [];
  }
}

/**
 * Creates the error for an invalid command line, configuration or file.
 *
 * @param message - What failed, what was expected and what it got
 * @param options - The cause and further lines
 * @returns The error to throw
 */
export function usageError(message: string, options?: CommandErrorOptions): CommandError {
  return new CommandError("usage", message, options);
}
