import type { Readable, Writable } from "node:stream";

/** A text stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams, environment and folder of the process, as a command sees them. */
export interface Terminal {
  readonly stdin: Readable;
  /** Results, which another program may read. */
  readonly stdout: Output;
  /** Everything else: progress, warnings, errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  /** Called by a command that served, after everything is closed. */
  readonly whenStopped?: () => void;
}
