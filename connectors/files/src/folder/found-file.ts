import type { FileName } from "./file-kind.js";

/** A file that is read, as it stood on disk when it was listed. */
export interface FoundFile extends FileName {
  /** Where it is. */
  readonly path: string;
  /** Its path inside the folder, with `/` between the parts. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Changes whenever the file does, see `fileVersion`. */
  readonly version: string;
}
