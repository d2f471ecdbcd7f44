import type { DeclaredColumn } from "@wellhead/rows";
import type { RowEncoding } from "@wellhead/sdk";
import type { TextEncodingName } from "@wellhead/sql";

/** A bound value. An integer that a double cannot represent exactly is sent as text in the member `integer`. */
export type BoundValue = string | number | null | { readonly integer: string };

/** A statement on one database file. */
export interface EngineStatement {
  /** Absolute path of the file. */
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly BoundValue[];
}

/** Limits that the engine enforces itself. */
export interface EngineLimits {
  /** Maximum memory in bytes. */
  readonly memory: number;
}

/** The requested rows. */
export interface RowsRequest extends EngineStatement {
  /** Whether the last column of the statement is the row number, so that the rows can be read page by page. */
  readonly keyed: boolean;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** The columns of the rows as their source declares them. Default: the rows cannot be read as Arrow. */
  readonly declared?: readonly DeclaredColumn[];
}

/** A request from the connector to an engine. The engine responds to each request before the next one is sent. */
export type EngineRequest = {
  readonly limits: EngineLimits;
  /** Actual encoding of text in a file that declares UTF-8. Default: UTF-8. */
  readonly textEncoding?: TextEncodingName | undefined;
} & (
  | ({ readonly kind: "ask" } & EngineStatement)
  | ({ readonly kind: "describe" } & EngineStatement)
  | ({ readonly kind: "open" } & RowsRequest)
  | {
      readonly kind: "start";
      /** Before rows as record batches, the engine responds with the types of their columns. */
      readonly encoding: RowEncoding | ArrowEncoding;
      readonly names: readonly string[];
    }
);

/** Rows as record batches. */
export interface ArrowEncoding {
  readonly format: "arrow";
}

/** The response to `open`. */
export interface OpenedRows {
  /** Names of the columns, which may not be unique. */
  readonly names: readonly string[];
  /** Whether the engine can write the rows as record batches. */
  readonly hasArrow: boolean;
}

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  /** Type declared by the table, or the kind of the first row's value for an expression. */
  readonly declared: string | null;
}
