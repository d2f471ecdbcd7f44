import type { DuckDBConnection } from "@duckdb/node-api";
import type { FileSettings } from "../folder/file-settings.js";
import type { FileLayout } from "./file-layout.js";

/** A file visible to the engine, from which a table is created. */
export interface Reading {
  readonly connection: DuckDBConnection;
  /** Path of its stand-in. */
  readonly standIn: string;
  /** Path of the stand-in of its first rows, which has all of its columns. Default: the file itself can be read. */
  readonly sample?: string | undefined;
  /** Returns a path for a converted copy. */
  readonly reserveCopy: (ending: string) => string;
  /** Name of the file as users know it. */
  readonly name: string;
  /**
   * Whether its types are found from the whole file. If `false`, they are found from its beginning, and checked when
   * rows are read.
   */
  readonly isWhole: boolean;
  /** What settings files state about the file. Default: nothing. */
  readonly settings?: FileSettings | undefined;
}

/** How the engine reads a file, and where it finds it. */
export interface PlacedLayout extends FileLayout {
  /** Path of the file, or of its copy, as the engine sees it. */
  readonly standIn: string;
}

/** The SQL of a file, and what is known about its columns. */
export interface TableText {
  /** SQL after FROM. */
  readonly from: string;
  /** The same for its first rows only. Default: `from`. */
  readonly sampleFrom?: string;
  /** The same as data, from which a table of several files is made. Default: the file cannot be part of one. */
  readonly layout?: PlacedLayout;
  /** Names of the columns as users know them. Default: those of the table. */
  readonly labels?: readonly string[];
  /** Indexes of columns of type JSON that contain only numbers. Default: none. */
  readonly numbers?: ReadonlySet<number>;
  /** Whether the whole file was read, even if only its beginning was requested. Default: `false`. */
  readonly isWhole?: boolean;
  /** How the file is read, as a sentence without a full stop. Default: there is nothing to say about that. */
  readonly format?: string;
  /** Whether the last record has no line end, so that a program may still be writing it. Default: `false`. */
  readonly isUnended?: boolean;
  /** Names of columns, and of parts of them, with bytes of which the file does not say what they mean. Default: none. */
  readonly binary?: readonly string[];
  /** Whether it has timestamps of which the engine drops digits, if they have so many. Default: `false`. */
  readonly hasInt96?: boolean;
  /** Whether some rows are so long that the engine must not write their text. Default: `false`. */
  readonly hasLongRows?: boolean;
  /** Notice to users who read the rows. Default: none. */
  readonly notice?: string;
}

/** Maximum size in bytes of a file that is read in full to find its types. */
export const fullSampleSize = 32 * 1024 * 1024;

/** Number of rows of a larger file from which its types are found. */
export const sampleRows = 100_000;
