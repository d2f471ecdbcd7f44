import { closeSync, openSync } from "node:fs";

/** What to do when the machine has run out of something, by the code of the system's error. */
const remedies: Readonly<Record<string, string>> = {
  EMFILE:
    "the process has reached its maximum number of open files. Raise it with ulimit -n 1024, and run the command again.",
  ENFILE:
    "the machine has reached its maximum number of open files. End other programs or raise the maximum, and run the command again.",
  ENOMEM: "the machine has no memory left. End other programs or add memory, and run the command again.",
  ENOSPC: "the disk is full. Free some space, and run the command again.",
  EDQUOT: "the disk quota is used up. Free some space or raise the quota, and run the command again.",
};

/**
 * Explains an error that the machine caused, such as a full disk or a missing temporary folder.
 *
 * @param error - What a command, or the loading of its modules, failed with
 * @returns The sentence for the person at the terminal; `undefined` for every other error
 */
export function explainMachineFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Errors of the system have these members; others have none of them, or a code that no remedy is for.
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (syscall === "mkdtemp" && remedies[code] === undefined) return temporaryFolderFault(code);
  const remedy = remedies[code === "ERR_MODULE_NOT_FOUND" ? (openFilesFault() ?? code) : code];
  return remedy === undefined ? undefined : `Could not run the command: ${remedy}`;
}

/**
 * @param code - Code of the error with which the system refused the temporary folder
 * @returns The sentence for the person at the terminal
 */
export function temporaryFolderFault(code: string): string {
  return `Could not use the temporary folder: the system reports ${code}. Set TMPDIR to a folder that exists and can be written to.`;
}

/** Number of files that a command must be able to open. With fewer, the loader reports modules as missing. */
const minFiles = 64;

/**
 * Checks that a service can open as many files as it needs for some connections, workers and engines.
 *
 * @throws Error of the system when it cannot
 */
export function checkOpenFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < minFiles) opened.push(openSync(process.execPath, "r"));
  } finally {
    for (const file of opened) closeSync(file);
  }
}

function openFilesFault(): string | undefined {
  try {
    checkOpenFiles();
    return undefined;
  } catch (error) {
    // Opening a file fails with errors of the system only.
    return (error as NodeJS.ErrnoException).code;
  }
}
