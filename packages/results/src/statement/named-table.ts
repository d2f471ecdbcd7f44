/** A table as named in a statement. */
export interface NamedTable {
  /** Schema before the name; empty when there is none. */
  readonly schema: string;
  readonly name: string;
}
