import { inputInvalid, isConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { EngineFault, isEngineLost } from "./engine-lost.js";
import { fileReason } from "./file-reason.js";

/** The context of an error of the engine. */
export interface ErrorContext {
  /** The failed action, such as `Could not read "orders.csv"`. */
  readonly action: string;
  /** Name of the file as users know it. Default: the error is not about a single file. */
  readonly file?: string;
  /** The filter field whose value caused the error. Default: none. */
  readonly field?: string;
}

/**
 * Matches the beginning of the engine's messages. Any other error, such as the reason of an abort, is not from the
 * engine.
 */
const engineMessage = /^(?:Failed to extract statements: )?[A-Z][A-Za-z-]*(?: [A-Za-z]+)* Error: /;

/** Matches a path inside the engine's private folder. */
const standInPath = /[^\s"']*wellhead-files-[^\s"'/]+\/[^\s"']+/g;

/** Matches errors that the state of the machine causes, not the request. Those of the system end with its words. */
const passing =
  /^(?:(?:Out of Memory|INTERRUPT) ?Error|IO Error: .*(?:Cannot open file|Could not (?:open|write)|: (?:No such file|Too many open|No space|Disk quota|Permission denied|Operation not permitted|Input\/output|Cannot allocate|Stale|Resource|Interrupted|Device|Transport|Connection)))/is;

/**
 * Converts an error of the engine into one for the user.
 *
 * @param error - What the engine threw
 * @param context - The action, the file and the field
 * @returns The error to throw: 400 with the field, 502 when the file is at fault, 503 when a retry may help
 */
export function engineError(error: unknown, context: ErrorContext): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof EngineFault) {
    return upstreamInvalid(
      `${context.action}: the engine fails when it reads its content. Replace the file, or write it with another program.`,
      { cause: error },
    );
  }
  if (isConnectorError(error) || !engineMessage.test(error.message)) return error;
  const message = `${context.action}: ${readable(error.message, context)}`;
  const options = { cause: error };
  if (context.field !== undefined && isEngineLost(error)) {
    const reason = "the engine fails when it runs it";
    return inputInvalid(`${context.action}: ${reason}. Write it in another way.`, {
      ...options,
      field: context.field,
    });
  }
  if (context.field !== undefined && !passing.test(error.message)) {
    return inputInvalid(message, { ...options, field: context.field });
  }
  const longLine = /CSV Error on Line: (\d+)[^]*Maximum line size of (\d+) bytes exceeded/.exec(
    error.message,
  );
  if (longLine !== null) {
    const [, line, size] = longLine;
    return upstreamInvalid(
      `${context.action}: line ${line}, or one soon after it, has more than ${size} bytes. Split it into several lines.`,
      options,
    );
  }
  if (/^Out of Memory/i.test(error.message)) {
    return upstreamUnavailable(
      `${context.action}: it needs more memory than the limit allows. Narrow the request, or raise the limit.`,
      options,
    );
  }
  if (!passing.test(error.message))
    return upstreamInvalid(`${context.action}: ${fileReason(error.message)}`, options);
  return upstreamUnavailable(
    `${context.action}: the file cannot be opened or read on this machine now. Try again later.`,
    options,
  );
}

/**
 * Returns the first sentence of the engine's message, with the position in the SQL, and with files named as users know
 * them.
 */
function readable(message: string, { file = "a file", field }: ErrorContext): string {
  const place = /\n\nLINE (\d+): (.*)\n( *)\^/s.exec(message);
  const [sentence = ""] = message
    .replace("Failed to extract statements: ", "")
    .slice(0, place?.index ?? message.length)
    .split(/\n\n|\nPossible |\nThe search space/);
  const text = sentence
    .replaceAll(standInPath, file)
    .replaceAll(/\s*\n\s*/g, ". ")
    .replace(/[.\s]+$/, "");
  // A position is useless in SQL that the user did not write.
  if (place === null || field === undefined) return text;
  const [, line = "1", , indent = ""] = place;
  return `${text} (line ${line}, column ${indent.length - `LINE ${line}: `.length + 1})`;
}
