/** A value that the type of its column cannot hold. The text does not contain the value. */
export class ValueMismatch extends Error {
  override readonly name = "ValueMismatch";

  /**
   * @param expected - What the type can hold
   * @param value - The value; `undefined` when it was not parsed
   * @param got - The value in words. Default: its kind
   */
  constructor(expected: string, value: unknown, got: string = describe(value)) {
    super(`expected ${expected}, got ${got}`);
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date that is not valid";
  switch (typeof value) {
    case "string":
      return `a text of ${value.length} characters`;
    case "number":
      return "another number";
    case "bigint":
      return `an integer of ${String(value).replace("-", "").length} digits`;
    case "boolean":
      return "true or false";
    case "undefined":
      return "another value";
    default:
      return "an object";
  }
}
