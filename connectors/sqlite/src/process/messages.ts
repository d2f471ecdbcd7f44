import type { RowEncoding } from "@wellhead/sdk";
import type { TextEncodingName } from "@wellhead/sql";

/** A value that is bound to a parameter; whole numbers come as text of kind `integer` when a double would lose digits. */
export type BoundValue = string | number | null | { readonly integer: string };

/** A statement for one database file. */
export interface EngineStatement {
  /** Absolute path of the file. */
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly BoundValue[];
}

/** Limits that the engine keeps itself. */
export interface EngineLimits {
  /** Bytes of memory. */
  readonly memory: number;
}

/** Rows that are wanted. */
export interface RowsRequest extends EngineStatement {
  /** Whether the last column of the statement is the row number, by which the rows can be read page by page. */
  readonly keyed: boolean;
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows wanted after those; `undefined` means all. */
  readonly limit: number | undefined;
}

/** What the connector asks of an engine; each is answered before the next is asked. */
export type EngineRequest = {
  readonly limits: EngineLimits;
  /** Encoding of text in a file that says it is in UTF-8. Default: UTF-8. */
  readonly textEncoding?: TextEncodingName | undefined;
} & (
  | ({ readonly kind: "ask" } & EngineStatement)
  | ({ readonly kind: "describe" } & EngineStatement)
  | ({ readonly kind: "open" } & RowsRequest)
  | { readonly kind: "start"; readonly encoding: RowEncoding; readonly names: readonly string[] }
);

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  /** Type as the table declares it, or the kind of the first row's value for an expression. */
  readonly declared: string | null;
}
