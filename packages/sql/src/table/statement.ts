/** A statement and the values that are bound to its parameters; values never stand in its text. */
export interface Statement<Value = string | null> {
  readonly sql: string;
  readonly parameters: readonly Value[];
}
