import type { Readable, Writable } from "node:stream";

/** A stream of text that may be a screen. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command talks to: streams, environment and folder of the process. */
export interface Terminal {
  readonly stdin: Readable;
  /** Results: what another program may read. */
  readonly stdout: Output;
  /** Everything else: progress, remarks, errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths start from. */
  readonly directory: string;
  /** Called by a command that served, once everything is closed. */
  readonly whenStopped?: () => void;
}
