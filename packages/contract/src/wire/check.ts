import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/** A value that matches its schema, or the position and the description of the first problem. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly path: string; readonly problem: string };

const validators = new WeakMap<TSchema, Validator>();

/**
 * Checks a value against a schema of the contract. The value itself is returned unchanged: unknown members stay, and
 * nothing is converted.
 *
 * A schema is compiled once, on first use. Where code generation is forbidden (a strict Content-Security-Policy), it is
 * interpreted instead.
 *
 * @param schema - A schema of this package
 * @param value - Any JSON value
 * @returns The typed value, or the JSON pointer and the first problem
 */
export function check<Schema extends TSchema>(schema: Schema, value: unknown): Checked<Static<Schema>> {
  const validator = validatorOf(schema);
  if (isOf(validator, schema, value)) return { ok: true, value };
  const [first] = validator.Errors(value);
  return { ok: false, path: first?.instancePath ?? "", problem: first?.message ?? "is not valid" };
}

function isOf<Schema extends TSchema>(
  validator: Validator,
  _schema: Schema,
  value: unknown,
): value is Static<Schema> {
  return validator.Check(value);
}

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}
