import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";

/** A declared value and its location. */
export interface Declared<Value> {
  /** Location, for messages. */
  readonly where: string;
  readonly value: Value;
}

/**
 * Checks that a member is text and not empty.
 *
 * @param object - The object
 * @param name - Name of the member
 * @throws Finding when it is missing, empty or not text
 */
export function expectText(object: JsonObject, name: string): void {
  const value = object[name];
  if (typeof value !== "string") unmet(`expected text as "${name}", got ${typeof value}`);
  if (value.trim() === "") unmet(`"${name}" is empty`);
}

/**
 * Checks that a member is an array and not empty.
 *
 * @param object - The object
 * @param name - Name of the member
 * @throws Finding when it is missing, empty or not an array
 */
export function expectNoEmpty(object: JsonObject, name: string): void {
  const value = object[name];
  if (!Array.isArray(value)) unmet(`expected an array as "${name}", got ${typeof value}`);
  if (value.length === 0) unmet(`"${name}" is empty`);
}

/**
 * Checks every declared value of a kind.
 *
 * @param all - The values
 * @param kind - Kind of the values, for the verdict when there are none
 * @param fault - Returns the fault of a value, or `undefined`
 * @throws Finding naming the first invalid value
 */
export function expectEach<Value>(
  all: ReadonlyArray<Declared<Value>>,
  kind: string,
  fault: (value: Value) => string | undefined,
): void {
  if (all.length === 0) notApplicable(kind, `The connector declares no ${kind}`);
  for (const { where, value } of all) {
    const found = fault(value);
    if (found !== undefined) unmet(`${where}: ${found}`);
  }
}

/**
 * Checks that texts are unique.
 *
 * @param ids - The texts
 * @param where - Their location, for messages
 * @param witness - The response that contains them. Default: the last one of the check
 * @throws Finding naming the first duplicate
 */
export function expectUnique(ids: readonly unknown[], where: string, witness?: Exchange): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) unmet(`${where}: ${JSON.stringify(twice)} occurs twice`, { witness });
}

/**
 * Describes a member of the wrong type.
 *
 * @param object - The object
 * @param name - Name of the member
 * @param type - Expected result of `typeof`
 * @returns The fault, or `undefined`
 */
export function typeFault(object: JsonObject, name: string, type: "string" | "boolean"): string | undefined {
  const value = object[name];
  return typeof value === type
    ? undefined
    : `expected a ${type} as "${name}", got ${JSON.stringify(value) ?? "nothing"}`;
}

/** Name of the cause when an invalid account is accepted. */
export const wrongAccountAccepted = "wrong-account-accepted";

/** Name of the cause when an invalid account causes a server error. */
export const wrongAccountFailed = "wrong-account-500";

/**
 * Checks that the response to an invalid account is 401.
 *
 * @param answer - The response
 * @throws Finding when the status is another, with a cause that other requirements share
 */
export function expectUnauthorized(answer: Exchange): void {
  if (answer.status === 401) return;
  const found = `expected 401 from ${nameExchange(answer)} for an invalid account, got ${answer.status}`;
  const cause = answer.status >= 500 ? wrongAccountFailed : wrongAccountAccepted;
  unmet(found, { witness: answer, ...((answer.status >= 500 || answer.status < 300) && { cause }) });
}
