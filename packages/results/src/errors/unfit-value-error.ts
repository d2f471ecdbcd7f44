import { ResultsError } from "./results-error.js";

/** A value does not fit the declared type of its column. */
export class UnfitValueError extends ResultsError {
  /** Name of the connector. */
  readonly connector: string;
  /** Id of the source. */
  readonly source: string;
  /** Id of the column. */
  readonly column: string;

  /**
   * Creates an error.
   *
   * @param table - Names of the connector and the source
   * @param column - The column
   * @param value - The value, as text
   */
  constructor(
    { schema, name }: { readonly schema: string; readonly name: string },
    { key, declared }: { readonly key: string; readonly declared: string },
    value: string,
  ) {
    super(
      "statement",
      `Could not use the column "${key}" of ${schema}."${name}": expected values of type ${declared}, got ${value}. Read the column as text, or allow such values to become NULL.`,
    );
    this.connector = schema;
    this.source = name;
    this.column = key;
  }
}
