import type { Readable, Writable } from "node:stream";

/** A text stream that may be a terminal. */
export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** The streams, environment and folder of the process. */
export interface ProcessTerminal {
  readonly stdin: Readable;
  /** Results, which another program may read. */
  readonly stdout: Output;
  /** Errors, and what must be read even with `--quiet`. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  /** Called by a command that served, after everything is closed. */
  readonly whenStopped?: () => void;
}

/** The process as a command sees it. */
export interface Terminal extends ProcessTerminal {
  /** Progress, notes and warnings: standard error, or with `--quiet` nothing. */
  readonly notes: Output;
  /** Whether the user asked for details, with `--verbose`. */
  readonly isVerbose: boolean;
}
