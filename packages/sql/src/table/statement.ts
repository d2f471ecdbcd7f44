/** A statement and the values that are bound to its parameters. Its SQL never contains values. */
export interface Statement<Value = string | null> {
  readonly sql: string;
  readonly parameters: readonly Value[];
}
