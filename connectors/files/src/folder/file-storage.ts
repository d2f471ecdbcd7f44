import type { DiscoverContext } from "@wellhead/sdk";
import type { FoundFile } from "./found-file.js";
import type { ListedFiles } from "./list-files.js";

/** Files that the engine can open until they are closed. */
export interface OpenFiles {
  /** Ends the use of the files. */
  readonly close: () => void;
}

/**
 * Returns the call of a table function of ClickHouse that reads a file, such as `file('/data/a.csv', 'CSV', 'a String')`.
 * Both parameters are literals of its SQL.
 */
export type FileLocation = (format: string, structure: string) => string;

/** The beginning of a file, which can be read like a whole file until it is closed. */
export interface FileSample extends OpenFiles {
  readonly path: string;
}

/** Where the files of a connector are, such as a folder. */
export interface FileStorage {
  /** Name of the storage for its operator, such as the path of the folder. */
  readonly place: string;
  /**
   * Folder of copies that are made when files are opened, which takes time and space. `undefined` when files are read
   * where they are.
   */
  readonly copies: string | undefined;
  /** Maximum bytes of the files that are described in the background, before a request needs them. */
  readonly prefetchBytes: number;
  /**
   * Sets the client for all further requests. Default: the storage needs none.
   *
   * @param context - The client, which no single request ends
   */
  use?(context: DiscoverContext): void;
  /**
   * Lists the supported files.
   *
   * @returns The files in a stable order, and the number of files beyond the maximum
   * @throws ConnectorError `upstream_unavailable` when the storage cannot be read
   */
  list(): Promise<ListedFiles>;
  /**
   * Makes files readable at their paths.
   *
   * @param files - The files
   * @param signal - Aborted when the files are no longer needed
   * @returns The open files, which the caller must close
   * @throws ConnectorError `upstream_unavailable` when one of them was changed or deleted since it was listed
   */
  open(files: readonly FoundFile[], signal: AbortSignal): Promise<OpenFiles>;
  /**
   * Makes the first rows of a file readable, if that takes much less than opening it. Default: files are opened whole.
   *
   * @param file - The file
   * @param signal - Aborted when the sample is no longer needed
   * @returns The sample, which the caller must close; `undefined` when the file must be opened whole
   * @throws ConnectorError `upstream_unavailable` when the file was changed or deleted since it was listed
   */
  openSample?(file: FoundFile, signal: AbortSignal): Promise<FileSample | undefined>;
  /**
   * Checks that files have not changed since they were listed.
   *
   * @param files - The files
   * @throws ConnectorError `upstream_unavailable` when one of them was changed, replaced or deleted since
   */
  checkUnchanged(files: readonly FoundFile[]): Promise<void>;
  /**
   * Waits until a file whose last record has no end has not changed for a while. Default: files are written at once.
   *
   * @param file - The file
   * @throws ConnectorError `upstream_unavailable` when it changes
   */
  waitUntilSettled?(file: FoundFile): Promise<void>;
  /**
   * Returns where a ClickHouse server finds a file. Default: it finds none.
   *
   * @param file - The file
   * @returns The location; `undefined` when the server would read another file by this name
   */
  locate?(file: FoundFile): FileLocation | undefined;
  /** Removes all copies. */
  close(): Promise<void>;
}
