import { upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { FileFault } from "../convert/file-fault.js";
import { engineError } from "../engine/engine-error.js";
import type { FoundFile } from "../folder/found-file.js";

/**
 * Converts an error that occurred with a file into one for the user.
 *
 * @param error - The thrown error
 * @param file - The file
 * @returns The error to throw
 */
export function fileError(error: unknown, { name }: FoundFile): Error {
  if (error instanceof FileFault) {
    return upstreamInvalid(`Could not read "${name}": ${error.message}. ${error.advice}`, { cause: error });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // Errors of the system, such as a full disk or too many threads, are not about the file.
  if (/^(?:E[A-Z0-9]+|ERR_WORKER_[A-Z_]+)$/.test(code)) {
    return upstreamUnavailable(`Could not read "${name}": the system reports ${code}. Try again later.`, {
      cause: error,
    });
  }
  return engineError(error, { action: `Could not read "${name}"`, file: name });
}
