import type { FileName } from "./file-kind.js";
import type { FileSettings } from "./file-settings.js";

/** A file in the state in which it was listed. */
export interface FoundFile extends FileName {
  /** Real path of the file. */
  readonly path: string;
  /** Its path inside the folder, with `/` between the parts. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Identifier of the file's state, see `fileVersion`. */
  readonly version: string;
  /** What settings files state about it. Default: nothing. */
  readonly settings?: FileSettings;
  /** Why it cannot be read, as the end of a sentence. Default: nothing is known to prevent it. */
  readonly fault?: string;
}
