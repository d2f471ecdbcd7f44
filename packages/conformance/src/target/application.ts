import { couldNotRun } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import type { Declared, DeclaredField } from "./declared.js";
import { readDeclared } from "./read-declared.js";

/**
 * Reads what the connector declares.
 *
 * @param context - Context of the check
 * @returns What GET / declares
 * @throws Finding when GET / does not return a JSON object
 */
export async function declaredBy(context: CheckContext): Promise<Declared> {
  return readDeclared(await applicationOf(context));
}

/**
 * Reads GET /.
 *
 * @param context - Context of the check
 * @returns The object that it returns
 * @throws Finding when it returns anything else
 */
export async function applicationOf(context: CheckContext): Promise<JsonObject> {
  const exchange = await context.get("/");
  const value = parse(exchange.text);
  if (exchange.status === 200 && isObject(value)) return value;
  return couldNotRun("GET / does not return 200 with a JSON object");
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A form: the fields of an account kind or the filter of a source. */
export interface Form {
  /** Location, for messages. */
  readonly where: string;
  readonly place: "account" | "filter";
  readonly fields: readonly DeclaredField[];
}

/**
 * Lists every form the connector declares.
 *
 * @param declared - What GET / declares
 * @returns Account forms first, then filter forms
 */
export function formsOf(declared: Declared): readonly Form[] {
  return [
    ...declared.kinds.map(
      ({ id, fields }): Form => ({ where: `account kind "${id}"`, place: "account", fields }),
    ),
    ...declared.sources.map(
      ({ id, filter }): Form => ({ where: `source "${id}"`, place: "filter", fields: filter }),
    ),
  ];
}
