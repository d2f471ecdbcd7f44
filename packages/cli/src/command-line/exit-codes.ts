/** An exit code of the command. */
export interface ExitCodeFacts {
  readonly code: number;
  /** When the command ends with it, in one sentence. */
  readonly meaning: string;
}

/** Every exit code of `wellhead`. A code never changes its meaning. */
export const exitCodes = {
  success: { code: 0, meaning: "Done; for pull: every row arrived and the file is complete" },
  fault: { code: 1, meaning: "An error in Wellhead itself" },
  usage: { code: 2, meaning: "The command line, the configuration or a file that they name is invalid" },
  refused: { code: 3, meaning: "The connector returned an error before the first row" },
  marked: { code: 4, meaning: "The stream ended with an error record: rows are missing" },
  cut: { code: 5, meaning: "The stream was cut or has an invalid format: rows are missing" },
  unreachable: { code: 6, meaning: "No connector responds at the address" },
  unwritable: { code: 7, meaning: "The output cannot be written" },
  unreadableDate: { code: 8, meaning: "The date expression cannot be read" },
  unavailableAddress: {
    code: 9,
    meaning: "The address to listen on is in use or does not belong to this machine",
  },
  unmet: { code: 10, meaning: "For check: a requirement is not met or could not be judged" },
  limited: { code: 11, meaning: "For sql: the query reached a limit of memory or time, or its engine ended" },
  exhausted: {
    code: 12,
    meaning: "The machine has no open files, memory or disk space left, or no temporary folder",
  },
  differs: { code: 13, meaning: "For sync verify: the target differs from the source" },
  interrupted: { code: 130, meaning: "Stopped from the keyboard; for pull: rows are missing" },
  closedPipe: { code: 141, meaning: "The program that read the output stopped reading" },
  terminated: { code: 143, meaning: "Stopped by a signal; for pull: rows are missing" },
} as const satisfies Readonly<Record<string, ExitCodeFacts>>;

/** Name of an exit code. */
export type ExitName = keyof typeof exitCodes;
