import { inputInvalid, isConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";

/** What an error of the engine belongs to. */
export interface ErrorContext {
  /** What was done, such as `Read "orders.csv"`. */
  readonly action: string;
  /** Name people know the file by. Default: no single file is meant. */
  readonly file?: string;
  /** The filter field whose value the engine was given, when there is one. */
  readonly field?: string;
}

/** How the messages of the engine begin; anything else, such as the reason of an abort, is none of its errors. */
const engineMessage = /^(?:Failed to extract statements: )?[A-Z][A-Za-z-]*(?: [A-Za-z]+)* Error: /;

/** A path inside the folder the engine sees. */
const standInPath = /[^\s"']*wellhead-files-[^\s"'/]+\/[^\s"']+/g;

/** Kinds of error that follow from the state of the machine, not from what was asked. */
const passing = /^(?:Out of Memory|IO|INTERRUPT) ?Error(?!.*(?:checksum|GZIP|frame descriptor|corrupt))/i;

/**
 * Turns an error of the engine into one for the person.
 *
 * @param error - What the engine threw
 * @param context - What it belongs to
 * @returns The error to throw: 400 with the field, 502 when the file is at fault, 503 when waiting may help
 */
export function engineError(error: unknown, context: ErrorContext): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (isConnectorError(error) || !engineMessage.test(error.message)) return error;
  const message = `${context.action}: ${readable(error.message, context)}`;
  const options = { cause: error };
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
      `${context.action}: found more data to hold than the memory limit allows, ask for less or raise the limit`,
      options,
    );
  }
  return passing.test(error.message)
    ? upstreamUnavailable(message, options)
    : upstreamInvalid(message, options);
}

/** The first sentence of the engine with its place in the text, and files by the names people know. */
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
  // A place in SQL that nobody typed helps nobody.
  if (place === null || field === undefined) return text;
  const [, line = "1", , indent = ""] = place;
  return `${text} (line ${line}, column ${indent.length - `LINE ${line}: `.length + 1})`;
}
